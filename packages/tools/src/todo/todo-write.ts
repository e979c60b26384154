// The tool with which a model keeps a list of what it has to do. It changes nothing: the list is the call itself, and
// the page shows the newest one.
import { defineTool, type Tool } from '@slipstream/agent';
import * as z from 'zod';
import { toOneLine } from '../text/visible-text.ts';

const marks = { pending: '[ ]', in_progress: '[>]', done: '[x]' } as const;
const maxTodos = 100;

const Todo = z.object({
  text: z.string().trim().min(1).max(500).describe('What is to be done, in a few words'),
  status: z.enum(['pending', 'in_progress', 'done']).describe('How far it is'),
});

export function createTodoWrite(): Tool {
  return defineTool({
    name: 'todo_write',
    description:
      'Keeps the list of what is to be done, which the user sees beside the conversation. Give the whole list each ' +
      'time; it replaces the one before. For work of three steps or more: one entry in progress at a time, and each ' +
      'marked done as soon as it is.',
    input: z.object({
      todos: z.array(Todo).max(maxTodos).describe('The whole list, in order'),
    }),
    risk: 'read',
    concurrencySafe: false,
    title: () => 'Update the list of tasks',
    run: async ({ todos }) => {
      if (todos.length === 0) return { output: 'The list is empty now.' };
      const done = todos.filter(({ status }) => status === 'done').length;
      const lines = todos.map(({ text, status }) => `${marks[status]} ${toOneLine(text, 500)}`);
      return { output: [`${done} of ${todos.length} done.`, ...lines].join('\n') };
    },
  });
}
