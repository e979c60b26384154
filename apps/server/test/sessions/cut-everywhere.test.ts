// A turn with everything in it (reasoning, tools side by side, a sub-agent with calls of its own, approvals, failed calls of
// the model, outputs that are cut) and a reader that is cut off after every single event: each sees what one that never
// left sees, while it runs and at its end, and what a reload shows afterwards.
import { applyEvent, emptyTurnView, foldEvents, type TurnView, toEvents } from '@slipstream/protocol';
import { createScriptedModel, createTestTool, modelReply, reply, waitUntil } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { createBench, createReader, send, sessionId } from './create-bench.ts';

const usage = reply.usage(10, 5);
const fail = (kind: 'server' | 'rate_limit') => [modelReply.fail(kind, { retryable: true, retryAfterMs: 0 })];
const task = (prompt: string) => reply.toolCall('task', { agent: 'helper', description: 'Help', prompt });

const helper = {
  ...{ name: 'helper', description: 'Helps.', instructions: 'Help.', model: 'helper', source: 'test' },
  ...{ maxSteps: 20, spawns: false, asTool: false },
};

function bench() {
  const look = createTestTool({
    name: 'look',
    result: (_, context) => {
      context.progress('live ');
      context.progress('output');
      return { output: 'found\n'.repeat(2000) };
    },
  });
  const write = createTestTool({
    name: 'write',
    risk: 'write',
    concurrencySafe: false,
    preview: async () => `+${'x'.repeat(9000)}`,
    result: 'written',
  });
  return createBench({
    realTime: true,
    limits: { retryDelayMs: 1 },
    agents: [helper],
    models: [
      createScriptedModel(
        [
          [
            reply.reasoning('Hm, ', 'well.'),
            reply.text('I look.'),
            reply.toolCall('look', { q: 's' }),
            usage,
          ],
          fail('rate_limit'),
          [reply.toolCall('write', { path: 'b', text: 'y'.repeat(6000) }), usage],
          [reply.text('Helped', ' a lot.'), usage],
        ],
        { id: 'helper' },
      ),
    ],
    model: createScriptedModel([
      fail('server'),
      [
        reply.reasoning('Let me ', 'think.'),
        reply.text('I ', 'look.'),
        reply.toolCall('look', { q: 1 }),
        reply.toolCall('look', { q: 2 }),
        reply.toolCall('write', { path: 'a' }),
        usage,
      ],
      [reply.text('Half an '), modelReply.fail('rate_limit', { retryable: true, retryAfterMs: 0 })],
      [reply.text('Now help.'), task('Help me.'), reply.toolCall('nothing', {}), usage],
      fail('server'),
      [reply.reasoning('So.'), reply.text('All ', 'done.'), usage],
    ]),
    tools: [look, write],
  });
}

it('cut after any event, a reader sees what one that never left sees, and what a reload shows', async () => {
  const { sessions } = await bench();
  const readers: Promise<{ seq: number; reader: Awaited<ReturnType<typeof createReader>> }>[] = [];
  const whole = await createReader(sessions);
  const { log } = whole.first;
  /** What a reader has that was told everything up to a number. */
  const views: (TurnView | null)[] = [null];
  let view: TurnView | null = null;
  await sessions.subscribe(sessionId, undefined, {
    open() {},
    frame(text) {
      const frame = JSON.parse(text);
      if (frame.type !== 'events') return;
      for (const { seq, ...event } of frame.events) {
        if (event.type === 'turn.started') view = emptyTurnView(event.turnId);
        if (view) view = applyEvent(view, event);
        if (event.type === 'turn.finished') view = null;
        views[seq] = view;
        // Two come at this very moment: one that was cut off here, and one that has nothing.
        readers.push(
          createReader(sessions, sessionId, { log, seq }, view).then((reader) => ({ seq, reader })),
          createReader(sessions).then((reader) => ({ seq: reader.first.seq, reader })),
        );
        if (event.type === 'approval.requested')
          void sessions.answerApproval(sessionId, event.approvalId, { decision: 'allow_once', note: 'yes' });
      }
    },
  });
  const finished = whole.next('turn.finished');
  const { turnId } = await send(sessions, 1, 'go');
  expect(await finished).toMatchObject({ status: 'completed', text: 'All done.' });
  const events = whole.events;
  const kinds = new Set(events.map(({ type, agent }) => (agent ? `helper ${type}` : type)));
  for (const kind of [
    'retry',
    'helper retry',
    'approval.requested',
    'helper approval.requested',
    'reasoning.delta',
  ])
    expect(kinds).toContain(kind);
  for (const kind of [
    'tool.args',
    'tool.progress',
    'helper tool.finished',
    'helper agent.finished',
    'helper reasoning.delta',
  ])
    expect(kinds).toContain(kind);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(readers.length).toBe(2 * events.length);
  const end = whole.lastView;

  // Those that came while it ran.
  for (const { seq, reader } of await Promise.all(readers)) {
    await waitUntil(() => (reader.events.at(-1)?.seq ?? seq) === events.length, {
      what: `the reader at ${seq}`,
    });
    expect(reader.events).toEqual(events.slice(seq));
    if (reader.first.type === 'snapshot') expect(reader.first.turn).toEqual(views[seq] ?? null);
    if (seq < events.length) expect(reader.lastView).toEqual(end);
  }
  // Those that come back when it is over.
  for (let seq = 0; seq <= events.length; seq += 1) {
    const back = await createReader(sessions, sessionId, { log, seq }, views[seq] ?? null);
    expect(back.first).toMatchObject({ type: 'resumed', seq });
    expect(back.events).toEqual(events.slice(seq));
    if (seq < events.length) expect(back.lastView).toEqual(end);
  }
  // And a reload.
  const { turn, entries } = await sessions.trajectory(sessionId, turnId);
  expect(foldEvents(turnId, toEvents(turn, entries))).toEqual(end);
  const shown = await sessions.trajectory(sessionId, turnId, { preview: true });
  expect(foldEvents(turnId, toEvents(turn, shown.entries))).toEqual(end);
  const calls = [...(end?.steps ?? []), ...(end?.agents[0]?.steps ?? [])].flatMap((step) => step.calls);
  expect(calls.filter(({ outputBytes }) => outputBytes !== null)).toHaveLength(3);
  expect(calls.filter(({ argsBytes }) => argsBytes !== null)).toHaveLength(1);
  expect(calls.filter(({ approval }) => approval?.previewBytes)).toHaveLength(2);
});
