// Finds the error that a JSON value of a stream or a body reports, wherever it is put. It only finds it: what kind of
// error it is, is judged in `failure/`.
import { type JsonObject, toList, toObject } from './json.ts';

/** The reported error as it came, or undefined. `event` is the name of the event that brought the value. */
export function findError(chunk: JsonObject, choices: readonly JsonObject[], event: string): unknown {
  if (isReport(chunk['error'])) return chunk['error'];
  for (const choice of choices) if (isReport(choice['error'])) return choice['error'];
  if (event === 'error' || chunk['type'] === 'error' || chunk['object'] === 'error') return chunk;
  if (toList(chunk['errors']).length > 0) return chunk['errors'];
  for (const key in chunk) {
    const value = chunk[key];
    if (typeof value !== 'object') continue;
    const block = toObject(value);
    const status = block?.['status_code'];
    if (typeof status === 'number' && status !== 0 && status !== 200) return block;
  }
  return choices.length === 0 && isBareReport(chunk) ? chunk : undefined;
}

function isReport(error: unknown): boolean {
  if (typeof error === 'string') return error !== '';
  if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
  return error === true;
}

/** No part of an answer, but words: an error whose fields sit at the top level. */
function isBareReport(chunk: JsonObject): boolean {
  if ('choices' in chunk && Array.isArray(chunk['choices'])) return false;
  if (toObject(chunk['usage'])) return false;
  return ['message', 'msg', 'detail', 'error_msg'].some(
    (key) => (typeof chunk[key] === 'string' && chunk[key] !== '') || toList(chunk[key]).length > 0,
  );
}
