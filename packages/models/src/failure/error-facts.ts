// Reads an error as providers send it (a string, an object with its fields anywhere, a list, JSON inside of a
// message, a page of HTML) into words, codes and numbers. Judges nothing.
import { type JsonObject, parseJson, toList, toObject } from '../stream/json.ts';
import { toPlainLine } from './plain-line.ts';

export type ErrorFacts = {
  /** The provider's own words, one line. */
  words: string;
  /** Codes, types and names of parameters, in lower case. */
  codes: readonly string[];
  /** The HTTP status that the error names for itself. */
  status: number | undefined;
  /** The wait that the error asks for in a field of its own. */
  retryDelayMs: number | undefined;
};

const wordKeys = [
  'message',
  'msg',
  'detail',
  'error_msg',
  'status_msg',
  'error_description',
  'reason',
  'title',
];
const codeKeys = ['code', 'type', 'status', 'param', 'error_code', 'error_type', 'http_code', 'status_code'];
const innerKeys = ['error', 'errors', 'metadata', 'innererror', 'raw', 'details', 'base_resp', 'data'];
const maxWords = 1000;
const maxDepth = 6;

export function toErrorFacts(report: unknown): ErrorFacts {
  const words: string[] = [];
  const codes = new Set<string>();
  let status: number | undefined;
  let retryDelayMs: number | undefined;

  function addWords(text: string): void {
    const line = toPlainLine(text);
    if (line !== '' && !words.some((known) => known.includes(line))) words.push(line);
  }

  function visit(value: unknown, depth: number): void {
    if (depth > maxDepth) return;
    if (typeof value === 'string') {
      const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
      if (inner === undefined) addWords(value);
      else visit(inner, depth + 1);
    } else if (Array.isArray(value)) for (const item of value.slice(0, 10)) visit(item, depth + 1);
    else {
      const fields = toObject(value);
      if (fields) visitObject(fields, depth);
    }
  }

  function visitObject(fields: JsonObject, depth: number): void {
    for (const key of codeKeys) addCode(fields[key]);
    const place = toList(fields['loc']).join('.');
    for (const key of wordKeys) {
      const value = fields[key];
      if (typeof value === 'string' && place !== '') addWords(`${place}: ${value}`);
      else visit(value, depth + 1);
    }
    const delay = /^([\d.]+)s$/.exec(String(fields['retryDelay'] ?? ''));
    if (delay) retryDelayMs = Math.round(Number(delay[1]) * 1000);
    for (const key of innerKeys) visit(fields[key], depth + 1);
  }

  function addCode(value: unknown): void {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const code = String(value).toLowerCase();
    if (code !== '') codes.add(code);
    if (/^[45]\d\d$/.test(code)) status ??= Number(code);
  }

  visit(report, 0);
  const said = words.join('; ') || sayObject(report);
  return { words: said.slice(0, maxWords), codes: [...codes], status, retryDelayMs };
}

/** An error without any words is shown as it is. */
function sayObject(report: unknown): string {
  return typeof report === 'object' && report !== null ? JSON.stringify(report) : '';
}
