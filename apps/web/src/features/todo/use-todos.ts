import type { SessionState } from '@slipstream/client';
import { useMemo } from 'react';
import { findTodoArgs, type Todo, toTodos } from './to-todos.ts';

const none: readonly Todo[] = [];

/** What is to be done; the same array until it changes. A list that is all done goes with its turn. */
export function useTodos(state: SessionState): readonly Todo[] {
  const args = findTodoArgs(state);
  const todos = useMemo(() => (args ? toTodos(args) : none), [args]);
  const isOver = state.turn === null && todos.every(({ status }) => status === 'done');
  return isOver ? none : todos;
}
