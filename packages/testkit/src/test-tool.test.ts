import type { ToolContext } from '@slipstream/agent';
import { expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { createHangingTool, createTestTool } from './test-tool.ts';

function contextWith(signal: AbortSignal): ToolContext {
  const id = '00000000-0000-7000-8000-000000000001';
  return { signal, workspace: '/w', sessionId: id, turnId: id, callId: 'c', progress: () => {} };
}

test('runs and remembers its calls', async () => {
  const tool = createTestTool({ name: 'look' });
  const context = contextWith(new AbortController().signal);
  expect(tool.parse({ a: 1 })).toEqual({ ok: true, input: { a: 1 } });
  expect(await tool.run({ a: 1 }, context)).toEqual({ output: 'done' });
  expect(await tool.waitForCall(1)).toEqual({ input: { a: 1 }, context });
  expect(tool).toMatchObject({ risk: 'read', concurrencySafe: true });
});

test('gives the result it was told to, from data or from a function', async () => {
  const context = contextWith(new AbortController().signal);
  const fixed = createTestTool({ name: 'a', result: { output: 'no', isError: true }, risk: 'command' });
  const made = createTestTool({ name: 'b', result: async (input) => ({ output: JSON.stringify(input) }) });
  expect(await fixed.run({}, context)).toEqual({ output: 'no', isError: true });
  expect(await made.run({ x: 2 }, context)).toEqual({ output: '{"x":2}' });
  expect(fixed.risk).toBe('command');
});

test('waits at its gate', async () => {
  const gate = createGate();
  const tool = createTestTool({ name: 'a', gate });
  const running = tool.run({}, contextWith(new AbortController().signal));
  await gate.reached;
  expect(tool.calls.length).toBe(1);
  gate.release();
  expect(await running).toEqual({ output: 'done' });
});

test('a hanging tool ends with the reason of the abort', async () => {
  const controller = new AbortController();
  const tool = createHangingTool('wait');
  const running = tool.run({}, contextWith(controller.signal));
  controller.abort(new Error('stop'));
  await expect(running).rejects.toThrow('stop');
});
