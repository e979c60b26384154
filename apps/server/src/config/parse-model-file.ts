// The text of `slipstream.yaml` to what it says, or to all its faults at once, each with its line. Reads no file
// and no environment, and never repeats a value: somebody may have written a key where its name belongs.
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import { type FileFault, findRefFaults } from './model-file-refs.ts';
import { type ModelFile, ModelFileSchema } from './model-file-schema.ts';

/** `toFault` puts a fault that is found later into the same form, with its line. */
export type ParsedModelFile = { file: ModelFile; toFault(fault: FileFault): string } | { faults: string[] };

/** `name` stands before each line number. */
export function parseModelFile(text: string, name: string, reserved: string): ParsedModelFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${name}:${lines.linePos(offset).line}`;
  if (document.errors.length > 0)
    return {
      faults: document.errors.map(({ pos, code }) => `${at(pos[0])} ${syntaxWords[code] ?? otherSyntax}`),
    };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch {
    return { faults: [`${name}:1 has aliases that lead nowhere or to too much`] };
  }
  const toFault = ({ path, message }: FileFault) =>
    `${at(offsetOf(document, path))} ${toPlace(path)}${message}`;
  const toFaults = (faults: readonly FileFault[]) => {
    const placed = faults.map((fault) => ({ fault, offset: offsetOf(document, fault.path) }));
    return placed.sort((a, b) => a.offset - b.offset).map(({ fault }) => toFault(fault));
  };
  const parsed = ModelFileSchema.safeParse(value ?? {});
  if (!parsed.success)
    return { faults: toFaults(parsed.error.issues.flatMap((issue) => toFileFaults(issue, document))) };
  const { providers = [], models = [] } = parsed.data;
  const file = { ...parsed.data, providers, models };
  const faults = toFaults(findRefFaults(file, reserved));
  return faults.length > 0 ? { faults } : { file, toFault };
}

const otherSyntax = 'is not valid YAML';
const syntaxWords: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'repeats a key of the same entry',
  TAB_AS_INDENT: 'is indented with a tab; YAML wants spaces',
  BAD_INDENT: 'is not indented like its neighbours',
};

function toFileFaults(issue: z.core.$ZodIssue, document: Document): FileFault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not a setting here' }));
  if (issue.code === 'invalid_value')
    return [{ path, message: `must be one of ${issue.values.map(String).join(', ')}` }];
  if (issue.code === 'invalid_key') return [{ path, message: 'must be the name of a header' }];
  if (issue.code === 'invalid_type') {
    const missing = path.length > 0 && !document.hasIn(path);
    return [
      { path, message: missing ? 'is missing' : `must be ${typeWords[issue.expected] ?? issue.expected}` },
    ];
  }
  return [{ path, message: issue.message }];
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an entry with settings',
  record: 'an entry with settings',
};

/** Where a path is in the text: its key where it has one, else that of the nearest entry around it. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const key = isMap(parent)
      ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === path[length - 1])?.key
      : document.getIn(path.slice(0, length), true);
    if (isNode(key)) return key.range?.[0] ?? 0;
  }
  return document.contents?.range?.[0] ?? 0;
}

/** `models[1].prices.input`, with a colon; nothing for the file as a whole. */
function toPlace(path: readonly PropertyKey[]): string {
  const place = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  return place === '' ? '' : `${place} `;
}
