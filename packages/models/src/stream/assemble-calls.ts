// Puts the fragments of tool calls together. The one place that decides which call a fragment belongs to: by index,
// id and name, whichever of them the provider gives, whatever they start at and however often they are repeated.
import type { ModelToolCall } from '@slipstream/agent';
import { isCompleteArguments, parseArguments } from './call-arguments.ts';
import { toObject } from './json.ts';
import type { CallFragment } from './read-fragments.ts';

/** A piece of a call's arguments for a live preview. */
export type CallPreview = { id: string; name: string; text: string };

export type CallAssembler = {
  add(fragment: CallFragment): void;
  /** True once any call was opened. */
  any(): boolean;
  /** What is new since the last call. A call shows once its final id and its name are known. */
  previews(): readonly CallPreview[];
  /** All calls, in the order in which they first appeared. Ends the assembly. */
  calls(): ModelToolCall[];
};

const none: readonly CallPreview[] = [];

type OpenCall = {
  /** As the provider sent it; empty while there is none. */
  givenId: string;
  /** Final once it is not empty. */
  id: string;
  name: string;
  args: string;
  /** The part of `args` that no preview has shown. */
  unshown: string;
  announced: boolean;
  /** Has an index of its own. */
  placed: boolean;
  extraContent: unknown;
};

/** `newId` makes ids for calls without a usable one; it must not repeat itself. */
export function createCallAssembler(newId: () => string): CallAssembler {
  const calls: OpenCall[] = [];
  const byIndex = new Map<number, OpenCall>();
  const changed = new Set<OpenCall>();

  function open(fragment: CallFragment): OpenCall {
    const call: OpenCall = {
      givenId: '',
      id: '',
      name: '',
      args: '',
      unshown: '',
      announced: false,
      placed: false,
      extraContent: undefined,
    };
    calls.push(call);
    place(call, fragment.index);
    return call;
  }

  function place(call: OpenCall, index: number | undefined): void {
    if (index === undefined) return;
    byIndex.set(index, call);
    call.placed = true;
  }

  function target(fragment: CallFragment): OpenCall {
    const found = fragment.index === undefined ? byIdentity(fragment) : atIndex(fragment, fragment.index);
    if (!found) return open(fragment);
    const isNextCall = fragment.name !== '' && fragment.args !== '' && isCompleteArguments(found.args);
    return isNextCall ? open(fragment) : found;
  }

  function atIndex(fragment: CallFragment, index: number): OpenCall | undefined {
    const current = byIndex.get(index) ?? unplaced(fragment);
    if (!current) return undefined;
    place(current, index);
    const other = fragment.id !== '' && current.givenId !== '' && fragment.id !== current.givenId;
    return other && fragment.name !== '' ? undefined : current;
  }

  /** The call that a nameless fragment with a new index goes on with, where its beginning had another or none. */
  function unplaced(fragment: CallFragment): OpenCall | undefined {
    if (fragment.name !== '') return undefined;
    if (fragment.id !== '') return withId(fragment.id);
    const last = calls.at(-1);
    return last?.placed ? undefined : last;
  }

  /** Without an index: a known id continues its call, a name opens one, anything else continues the last. */
  function byIdentity(fragment: CallFragment): OpenCall | undefined {
    const known = withId(fragment.id);
    return known ?? (fragment.name === '' ? calls.at(-1) : undefined);
  }

  function withId(id: string): OpenCall | undefined {
    return id === '' ? undefined : calls.findLast((call) => call.givenId === id);
  }

  function takeId(call: OpenCall, id: string): void {
    if (id === '' || call.givenId !== '') return;
    call.givenId = id;
    if (call.id === '') call.id = calls.some((other) => other.id === id) ? freshId() : id;
  }

  function freshId(): string {
    let id = newId();
    while (calls.some((call) => call.id === id || call.givenId === id)) id = newId();
    return id;
  }

  return {
    add(fragment) {
      const call = target(fragment);
      takeId(call, fragment.id);
      call.name = joinName(call.name, fragment.name);
      call.args += fragment.args;
      call.unshown += fragment.args;
      if (fragment.extraContent !== undefined)
        call.extraContent = joinExtra(call.extraContent, fragment.extraContent);
      changed.add(call);
    },
    any: () => calls.length > 0,
    previews() {
      if (changed.size === 0) return none;
      const previews: CallPreview[] = [];
      for (const call of changed) {
        if (call.id === '' || call.name === '') continue;
        const { id, name, unshown } = call;
        if (unshown !== '' || !call.announced) previews.push({ id, name, text: unshown });
        call.unshown = '';
        call.announced = true;
      }
      changed.clear();
      return previews;
    },
    calls() {
      for (const call of calls) {
        if (call.id !== '') continue;
        call.id = freshId();
        changed.add(call);
      }
      return calls.map(toModelCall);
    },
  };
}

function toModelCall(call: OpenCall): ModelToolCall {
  const { id, name, args, extraContent } = call;
  return {
    id,
    name,
    args: parseArguments(args),
    argsText: args,
    ...(extraContent === undefined ? {} : { extraContent }),
  };
}

/** Pieces are joined; the whole name sent again, or grown by a piece, takes its own place. */
function joinName(name: string, piece: string): string {
  return piece.startsWith(name) ? piece || name : name + piece;
}

function joinExtra(before: unknown, next: unknown): unknown {
  const old = toObject(before);
  const fields = toObject(next);
  return old && fields ? { ...old, ...fields } : next;
}
