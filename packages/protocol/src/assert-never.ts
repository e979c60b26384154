/** Ends a switch over a union: the compiler refuses it while a member is unhandled. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
