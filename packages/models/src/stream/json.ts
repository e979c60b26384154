// Safe reading of JSON whose shape nobody promises: every accessor gives undefined where the value is something else.

export type JsonObject = Record<string, unknown>;

const none: readonly never[] = [];

export function toObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return toObject(value) !== undefined;
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : none;
}

/** The objects of a list; everything else in it, and what is no list, is left out. */
export function toObjects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return none;
  // Nearly every list is all objects, and this runs for every token.
  if (value.every(isObject)) return value;
  return value.filter(isObject);
}

/** The text, or an empty one: null, missing, empty and not a text are the same. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
