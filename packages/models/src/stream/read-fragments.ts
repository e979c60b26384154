// The pieces of tool calls in one delta, in one shape. Which call a piece belongs to is the assembler's to say.
import { type JsonObject, toObject, toText } from './json.ts';

export type CallFragment = {
  /** Undefined where the provider gave none. */
  index: number | undefined;
  /** Empty where the provider gave none; names likewise. */
  id: string;
  name: string;
  args: string;
  extraContent: unknown;
};

/** The old `function_call` is one call; this index keeps its pieces together and apart from all others. */
const legacyIndex = -1;
const none: readonly CallFragment[] = [];

export function readFragments(delta: JsonObject): readonly CallFragment[] {
  const calls = delta['tool_calls'];
  if (calls !== undefined && calls !== null) {
    const list: unknown[] = Array.isArray(calls) ? calls : [calls];
    const fragments = list
      .map((call) => toFragment(toObject(call)))
      .filter((fragment) => fragment !== undefined);
    if (fragments.length > 0) return fragments;
  }
  const legacy = toObject(delta['function_call']);
  const fragment = legacy && toFragment({ index: legacyIndex, function: legacy });
  return fragment ? [fragment] : none;
}

/** Undefined for a piece that says nothing at all. */
function toFragment(call: JsonObject | undefined): CallFragment | undefined {
  if (!call) return undefined;
  const { index, id } = call;
  // Some put the name and the arguments beside the id.
  const source = toObject(call['function']) ?? call;
  const fragment: CallFragment = {
    index: toIndex(index),
    id: typeof id === 'number' ? String(id) : toText(id),
    name: toText(source['name']),
    args: toArgs(source['arguments']),
    extraContent: call['extra_content'] ?? undefined,
  };
  const { args, extraContent, name } = fragment;
  return fragment.id || name || args || extraContent !== undefined ? fragment : undefined;
}

/** Some write the number as a text. */
function toIndex(index: unknown): number | undefined {
  if (typeof index === 'number') return index;
  return typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : undefined;
}

function toArgs(args: unknown): string {
  if (typeof args === 'string') return args;
  return args === null || args === undefined ? '' : JSON.stringify(args);
}
