// The provider stream cases of `fixtures/provider-streams`, with their repeats written out. The format is described in
// the README there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelErrorKind } from '@slipstream/protocol';

export type ExpectedCall = {
  id: string | null;
  name: string;
  arguments: unknown;
  argumentsInvalid?: true;
  argumentsText?: string;
  extraContent?: unknown;
};

export type ExpectedError = {
  kind: ModelErrorKind;
  retryable: boolean;
  retryAfterMs?: number;
  messageIncludes?: string;
};

export type Expected = {
  text: string;
  reasoning: string;
  toolCalls: ExpectedCall[];
  finish: string;
  usage: Partial<Record<'inputTokens' | 'outputTokens' | 'reasoningTokens' | 'cachedTokens', number>> | null;
  error: ExpectedError | null;
  trim?: boolean;
};

export type ProviderCase = {
  id: string;
  quirk: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The body as it is cut into TCP chunks. */
  pieces: Buffer[];
  end: 'close' | 'reset' | 'stall';
  /** All right results. */
  expected: Expected[];
};

type CaseFile = {
  id: string;
  quirk: string;
  http: { status: number; headers: Record<string, string> };
  body: { sse?: unknown; text?: string; splits?: number[]; splitEvery?: number; end?: ProviderCase['end'] };
  expect: Expected;
  accept?: Partial<Expected>[];
};

const folder = join(import.meta.dirname, '../../fixtures/provider-streams');

export function loadCases(): ProviderCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => toCase(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
}

function toCase(file: CaseFile): ProviderCase {
  const { sse, text, splits, splitEvery, end = 'close' } = file.body;
  const body = Buffer.from(sse === undefined ? (text ?? '') : (writeOut(sse) as string[]).join(''));
  const expect = writeOut(file.expect) as Expected;
  return {
    id: file.id,
    quirk: file.quirk,
    ...file.http,
    body,
    pieces: cut(body, splits ?? every(body.length, splitEvery)),
    end,
    expected: [expect, ...(file.accept ?? []).map((other) => ({ ...expect, ...other }))],
  };
}

function every(length: number, step: number | undefined): number[] {
  if (!step) return [];
  return Array.from({ length: Math.floor((length - 1) / step) }, (_, index) => (index + 1) * step);
}

/** The pieces between ascending offsets. */
export function cut(body: Buffer, offsets: readonly number[]): Buffer[] {
  return [0, ...offsets].map((from, index) => body.subarray(from, offsets[index] ?? body.length));
}

type Repeat = { repeat: unknown; times: number; from?: number };

function isRepeat(value: unknown): value is Repeat {
  return typeof value === 'object' && value !== null && 'repeat' in value && 'times' in value;
}

/** Writes out repeats at any depth: text in the place of a text, elements as an element of a list. */
function writeOut(value: unknown): unknown {
  if (Array.isArray(value))
    return value.flatMap((item) => (isRepeat(item) ? copies(item) : [writeOut(item)]));
  if (isRepeat(value)) return copies(value).join('');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, writeOut(each)]));
}

function copies({ repeat, times, from = 0 }: Repeat): unknown[] {
  return Array.from({ length: times }, (_, index) => writeOut(numbered(repeat, from + index)));
}

function numbered(value: unknown, counter: number): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('{i}', String(counter)));
}
