import { describe, expect, it } from 'vitest';
import { createWorkbench } from '../test/workbench.ts';

describe('todo_write', () => {
  it('gives the list back, in order and with its marks', async () => {
    const bench = await createWorkbench();
    const todos = [
      { text: 'Look around', status: 'done' },
      { text: ' Change\nit ', status: 'in_progress' },
      { text: 'Test it', status: 'pending' },
    ];
    expect(await bench.run('todo_write', { todos })).toEqual({
      output: '1 of 3 done.\n[x] Look around\n[>] Change it\n[ ] Test it',
    });
    expect(await bench.run('todo_write', { todos: [] })).toEqual({ output: 'The list is empty now.' });
  });

  it('changes nothing, so it needs no permission', async () => {
    const bench = await createWorkbench();
    expect(bench.tool('todo_write').risk).toBe('read');
  });

  it.each([
    [{}],
    [{ todos: [{ text: '', status: 'done' }] }],
    [{ todos: [{ text: 'x', status: 'finished' }] }],
    [{ todos: Array.from({ length: 101 }, () => ({ text: 'x', status: 'done' })) }],
  ])('refuses %j', async (args) => {
    const bench = await createWorkbench();
    expect(bench.tool('todo_write').parse(args)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('todos'),
    });
  });
});
