// Fails the n-th call of the model, in each way that a provider can fail, for every n of a turn with two calls of a
// tool: one end, every call with its result, nothing left open, and a session that goes on.
import type { ModelFailure } from '@slipstream/agent';
import { createScriptedModel, createTestTool, modelReply, reply } from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, send, sessionId } from './create-bench.ts';

const kinds: ModelFailure['kind'][] = ['auth', 'stream_interrupted', 'context_length', 'content_filter'];
const faults = [
  ...kinds.map((kind) => ({ name: kind, fault: modelReply.fail(kind) })),
  { name: 'a bug', fault: modelReply.throw(new Error('a bug of the port')) },
];
const cases = faults.flatMap(({ name, fault }) => [1, 2, 3].map((n) => ({ name, fault, n })));

describe('when the n-th call of the model fails', () => {
  it.each(cases)('$name, n = $n', async ({ fault, n }) => {
    let asked = 0;
    const model = createScriptedModel(({ request: { messages } }) => {
      asked += 1;
      if (asked === n) return [reply.text('Broken'), fault];
      if (messages.at(-1)?.text.endsWith('again')) return [reply.text('Fine.')];
      const results = messages.filter((message) => message.role === 'tool').length;
      return results < 2 ? [reply.toolCall('look', { results })] : [reply.text('Done.')];
    });
    const tool = createTestTool({ name: 'look', result: 'found' });
    const { sessions } = await createBench({ model, tools: [tool], realTime: true });
    const reader = await createReader(sessions);
    let ended = reader.next('turn.finished');
    const { turnId } = await send(sessions, 1, 'go');
    const end = await ended;
    expect(end).toMatchObject({ turnId, status: expect.stringMatching(/^(failed|content_filter)$/) });
    expect(reader.events.filter((event) => event.type === 'turn.finished')).toHaveLength(1);
    const { entries } = await sessions.trajectory(sessionId, turnId);
    expect(entries.filter((entry) => entry.status === 'running')).toEqual([]);
    expect(tool.calls).toHaveLength(n - 1);
    const { messages } = await sessions.messages(sessionId, { limit: 9 });
    expect(messages).toHaveLength(2);

    ended = reader.next('turn.finished');
    await send(sessions, 2, 'again');
    expect(await ended).toMatchObject({ status: 'completed', text: 'Fine.' });
    expect(await sessions.get(sessionId)).toMatchObject({ status: 'idle' });
  });
});

it('a snapshot has as many of the newest messages as fit, and says that there are more', async () => {
  const long = 'x'.repeat(90_000);
  const model = createScriptedModel(() => [reply.text(long)]);
  const { sessions } = await createBench({ model });
  const reader = await createReader(sessions);
  for (const n of [1, 2, 3, 4]) {
    const ended = reader.next('turn.finished');
    await send(sessions, n, `m${n}`);
    await ended;
  }
  const late = await createReader(sessions);
  if (late.first.type !== 'snapshot') throw new Error('No snapshot.');
  expect(late.first.messages.map((each) => each.text.slice(0, 2))).toEqual(['m3', 'xx', 'm4', 'xx']);
  expect(late.first.hasMore).toBe(true);
  expect(JSON.stringify(late.first).length).toBeLessThan(1024 * 1024);
  const older = await sessions.messages(sessionId, { limit: 50, before: late.first.messages[0]?.id });
  expect(older.messages).toHaveLength(4);
});
