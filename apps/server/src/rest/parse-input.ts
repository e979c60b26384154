// Checks a body, a query or a path's ids with the protocol's schemas before a route uses them.
import { AppError, Id } from '@slipstream/protocol';
import type * as z from 'zod/mini';
import { firstFault } from '../first-fault.ts';

/** The parsed value; throws `invalid_request` with the path of the first bad field. */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const { path, message } = firstFault(value, result.error.issues);
  throw new AppError('invalid_request', message, { details: { path } });
}

/** An id out of a path. What is no id cannot be the name of anything, so it is `not_found`. */
export function parseId(params: unknown, name: string): string {
  const result = Id.safeParse((params as Record<string, unknown>)[name]);
  if (!result.success) throw new AppError('not_found');
  return result.data;
}
