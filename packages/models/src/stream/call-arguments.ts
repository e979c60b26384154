// The text of a call's arguments and the object it stands for, both ways: as a model sent it, and as a strict
// provider takes it back. Nothing is repaired or guessed: what is not one JSON object is told as such.
import type { ModelToolCall } from '@slipstream/agent';
import type { Json } from '@slipstream/protocol';
import { parseJson, toObject } from './json.ts';

/** The arguments, or null where the text is not one JSON object. No text and `null` stand for no arguments. */
export function parseArguments(text: string): Json | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'null') return {};
  const value = parseJson(trimmed);
  // Some encode the object twice.
  return toObject(typeof value === 'string' ? parseJson(value) : value) ?? null;
}

/** True when the text is one JSON object already, so that whatever follows belongs to another call. */
export function isCompleteArguments(text: string): boolean {
  return text.trimEnd().endsWith('}') && toObject(parseJson(text)) !== undefined;
}

/** What goes back to the provider: the very text where it is an object's, else the object's. Always valid JSON. */
export function toWireArguments(call: Pick<ModelToolCall, 'args' | 'argsText'>): string {
  if (call.args === null) return '{}';
  return call.argsText.trimStart().startsWith('{') ? call.argsText : JSON.stringify(call.args);
}
