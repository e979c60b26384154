// A snapshot stays under 1 MiB whatever the session holds, and what it leaves out is left out of every way to the view:
// live, snapshot, and reload after the end are one. What the model is sent is not cut.
import {
  foldEvents,
  type ToolInput,
  type ToolOutput,
  toEvents,
  toPreviewEntries,
} from '@slipstream/protocol';
import {
  createGate,
  createScriptedModel,
  createTestTool,
  deferred,
  type ModelScript,
  type ModelStep,
  reply,
} from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { createBench, createReader, send, sessionId } from './create-bench.ts';

const mebibyte = 1024 * 1024;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const huge = (n: number) => `${n}:${'文'.repeat(350_000)}`;

const big = (content: string) => ({ path: 'a.txt', content, list: [1, 2, 3] });
const agent = {
  ...{ name: 'helper', description: 'Helps.', instructions: 'Help.', model: 'helper', source: 'test' },
  ...{ maxSteps: 50, spawns: false, asTool: false },
};

it('for a turn with 200 calls of 1 MB each, huge arguments, long thoughts and a sub-agent', async () => {
  const gate = createGate();
  let outputs = 0;
  const next = () => {
    outputs += 1;
    return { output: huge(outputs) };
  };
  const read = createTestTool({ name: 'read', result: next });
  const write = createTestTool({ name: 'write', concurrencySafe: false, result: 'written' });
  const helper = createScriptedModel(
    countSteps((number) =>
      number <= 10
        ? [reply.reasoning('h'.repeat(60_000)), ...calls('read', 5, (n) => ({ n: `${number}/${n}` }))]
        : [reply.text('Helped.')],
    ),
    { id: 'helper' },
  );
  const model = createScriptedModel(
    countSteps((number) => {
      if (number <= 25)
        return [
          reply.reasoning('想'.repeat(20_000)),
          reply.text(`Step ${number}.`),
          ...calls('read', 5, (n) => ({ n: `${number}/${n}` })),
          reply.toolCall('write', big(`${number}${'"'.repeat(200_000)}`)),
        ];
      if (number === 26)
        return [reply.toolCall('task', { agent: 'helper', description: 'Help', prompt: 'Help.' })];
      return [reply.text('Nearly. '), reply.gate(gate), reply.text('Done.')];
    }),
  );
  const bench = await createBench({
    model,
    models: [helper],
    agents: [agent],
    tools: [read, write],
    realTime: true,
  });
  const { sessions } = bench;
  const reader = await createReader(sessions);
  const finished = reader.next('turn.finished');
  const { turnId } = await send(sessions, 1, 'go');
  await gate.reached;

  const late = await createReader(sessions);
  if (late.first.type !== 'snapshot') throw new Error('No snapshot.');
  expect(bytesOf(late.first)).toBeLessThan(mebibyte);
  expect(late.view).toEqual(reader.view);
  const seen = [...(late.view?.steps ?? []), ...(late.view?.agents[0]?.steps ?? [])].flatMap(
    (each) => each.calls,
  );
  expect(seen).toHaveLength(25 * 6 + 1 + 50);
  const first = seen[0];
  expect(first).toMatchObject({ name: 'read', truncated: true, bytes: Buffer.byteLength(huge(1)) });
  expect(first?.outputBytes).toBeGreaterThan(32_000);
  expect(Buffer.byteLength(first?.output ?? '')).toBeGreaterThan(4000);
  for (const call of seen) expect(Buffer.byteLength(call.output ?? '')).toBeLessThanOrEqual(4096);
  for (const call of seen.filter(({ name }) => name === 'read')) expect(call.output).not.toBe('');
  const written = seen.find(({ name }) => name === 'write');
  expect(written?.args).toMatchObject({ path: 'a.txt' });
  expect(bytesOf(written?.args)).toBeLessThanOrEqual(4096);
  expect(written?.argsBytes).toBeGreaterThan(400_000);

  gate.release();
  await finished;
  expect(late.lastView).toEqual(reader.lastView);
  const { turn, entries } = await sessions.trajectory(sessionId, turnId);
  expect(foldEvents(turnId, toEvents(turn, entries))).toEqual(reader.lastView);
  const shown = await sessions.trajectory(sessionId, turnId, { preview: true });
  expect(shown.entries).toEqual(toPreviewEntries(entries));
  expect(foldEvents(turnId, toEvents(turn, shown.entries))).toEqual(reader.lastView);
  expect(bytesOf(shown)).toBeLessThan(mebibyte);

  // What is opened is there whole.
  const [entry] = (await sessions.part(sessionId, turnId, { step: 1, callId: first?.callId ?? '' })).entries;
  const output = entry?.output as ToolOutput;
  expect(Buffer.byteLength(output.text)).toBe(first?.outputBytes);
  const [written1] = (await sessions.part(sessionId, turnId, { step: 1, callId: written?.callId ?? '' }))
    .entries;
  expect((written1?.input as ToolInput | undefined)?.args).toEqual(big(`1${'"'.repeat(200_000)}`));
  const run = reader.lastView?.agents[0];
  const part = { agentId: run?.id, step: 1 };
  expect((await sessions.part(sessionId, turnId, part)).entries).toMatchObject([
    { kind: 'step', output: { reasoning: 'h'.repeat(60_000) } },
  ]);
  await expect(sessions.part(sessionId, turnId, { step: 99 })).rejects.toMatchObject({ code: 'not_found' });
});

it('and the model reads whole what is shown by its beginning', async () => {
  const text = 'a line of output\n'.repeat(1500);
  const model = createScriptedModel([[reply.toolCall('read', {})], [reply.text('Read.')]]);
  const { sessions } = await createBench({ model, tools: [createTestTool({ name: 'read', result: text })] });
  const reader = await createReader(sessions);
  const [told, finished] = [reader.next('tool.finished'), reader.next('turn.finished')];
  await send(sessions, 1, 'go');
  const { output, outputBytes, bytes, truncated } = await told;
  expect({ outputBytes, bytes, truncated }).toEqual({
    outputBytes: text.length,
    bytes: text.length,
    truncated: false,
  });
  expect(output).toBe(text.slice(0, 4096));
  await finished;
  expect(model.calls[1]?.request.messages.at(-1)).toMatchObject({ role: 'tool', text });
});

it('while calls with huge arguments run, and one asks with a long preview', async () => {
  const end = deferred();
  const asking = createTestTool({ name: 'ask', risk: 'write', preview: async () => '+'.repeat(300_000) });
  const slow = createTestTool({
    name: 'slow',
    result: async (_, context) => {
      context.progress('p'.repeat(500_000));
      await end.promise;
      return { output: 'late' };
    },
  });
  const args = { text: '\u0007'.repeat(100_000) };
  const { sessions } = await createBench({
    model: [[...calls('slow', 7, () => args), reply.toolCall('ask', args)], [reply.text('Done.')]],
    tools: [slow, asking],
    realTime: true,
  });
  const reader = await createReader(sessions);
  const asked = reader.next('approval.requested');
  const finished = reader.next('turn.finished');
  const { turnId } = await send(sessions, 1, 'go');
  const { approvalId } = await asked;
  const late = await createReader(sessions);
  expect(bytesOf(late.first)).toBeLessThan(mebibyte);
  expect(late.view).toEqual(reader.view);
  const waiting = late.view?.steps[0]?.calls.at(-1);
  expect(waiting?.approval?.preview?.length).toBeGreaterThan(30_000);
  await sessions.answerApproval(sessionId, approvalId, { decision: 'deny' });
  end.resolve();
  await finished;
  expect(late.lastView).toEqual(reader.lastView);
  const { turn, entries } = await sessions.trajectory(sessionId, turnId);
  expect(foldEvents(turnId, toEvents(turn, entries))).toEqual(reader.lastView);
  expect(foldEvents(turnId, toEvents(turn, toPreviewEntries(entries)))).toEqual(reader.lastView);
  expect(reader.lastView?.steps[0]?.calls.at(-1)?.approval).toMatchObject({ previewBytes: 32 * 1024 });
});

it('with 50 long messages that wait, which are told by their beginning and can be read whole', async () => {
  const gate = createGate();
  const { sessions } = await createBench({ model: [[reply.gate(gate), reply.text('one')]], realTime: true });
  const reader = await createReader(sessions);
  const started = reader.next('step.started');
  await send(sessions, 1, 'go');
  await started;
  const text = '长'.repeat(400_000);
  for (let n = 2; n <= 51; n += 1) await send(sessions, n, text);
  const late = await createReader(sessions);
  if (late.first.type !== 'snapshot') throw new Error('No snapshot.');
  expect(bytesOf(late.first)).toBeLessThan(mebibyte);
  expect(late.first.queue).toHaveLength(50);
  for (const each of late.first.queue) expect(each).toMatchObject({ bytes: 1_200_000 });
  for (const frame of reader.frames) expect(bytesOf(frame)).toBeLessThan(mebibyte);
  expect((await sessions.queue(sessionId)).at(-1)?.text).toBe(text);
  await sessions.cancel(sessionId);
  gate.release();
});

it('where the newest message alone is larger: it is left to be fetched', async () => {
  const { sessions } = await createBench({ model: [[reply.text('字'.repeat(400_000))]], realTime: true });
  const reader = await createReader(sessions);
  const finished = reader.next('turn.finished');
  await send(sessions, 1, 'go');
  await finished;
  const late = await createReader(sessions);
  expect(bytesOf(late.first)).toBeLessThan(mebibyte);
  expect(late.first).toMatchObject({ messages: [], hasMore: true });
  expect((await sessions.messages(sessionId, { limit: 50 })).messages).toHaveLength(2);
});

it('in a turn of thousands of steps and calls, by leaving the oldest out until it is over', async () => {
  const gate = createGate();
  const { sessions } = await createBench({
    model: ({ number }) =>
      number <= 30
        ? calls('look', 100, (n) => ({ n: number * 100 + n }))
        : [reply.text('At last. '), reply.gate(gate)],
    tools: [createTestTool({ name: 'look', result: 'found' })],
    limits: { maxSteps: 100 },
    realTime: true,
  });
  const reader = await createReader(sessions);
  const finished = reader.next('turn.finished');
  await send(sessions, 1, 'go');
  await gate.reached;
  const late = await createReader(sessions);
  expect(bytesOf(late.first)).toBeLessThan(mebibyte);
  expect(late.view?.steps.at(-1)).toEqual(reader.view?.steps.at(-1));
  gate.release();
  await finished;
  expect(late.lastView?.status).toBe('completed');
});

/** Making room asks the model as well, without tools. */
function countSteps(script: (step: number) => readonly ModelStep[]): ModelScript {
  let step = 0;
  return ({ request: { tools } }) => {
    if (tools.length === 0) return [reply.text('What was done so far.')];
    step += 1;
    return script(step);
  };
}

function calls(name: string, count: number, args: (n: number) => object) {
  return Array.from({ length: count }, (_, index) => reply.toolCall(name, { ...args(index) }));
}
