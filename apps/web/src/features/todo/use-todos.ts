import type { SessionState } from '@slipstream/client';
import { areAllDone, type Todo } from '@slipstream/protocol';

const none: readonly Todo[] = [];

/** What is to be done; the same array until it changes. A list that is all done is shown no longer than its turn runs. */
export function useTodos({ todos, turn }: SessionState): readonly Todo[] {
  return turn === null && areAllDone(todos) ? none : todos;
}
