// Turns what a schema says about a bad value into words for the person who sent it: the path of the first bad field,
// and whether it is missing or wrong. Never repeats the value.

type Issue = { path: PropertyKey[]; code?: string | undefined };

export type Fault = { path: string; message: string };

/** `value` is what was checked; `issues` are not empty. */
export function firstFault(value: unknown, issues: readonly Issue[]): Fault {
  const keys = issues[0]?.path ?? [];
  const path = keys.map(String).join('.');
  if (path === '') return { path, message: 'It must be a JSON object.' };
  const missing = at(value, keys) === undefined;
  return { path, message: `The field "${path}" is ${missing ? 'missing' : 'not valid'}.` };
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}
