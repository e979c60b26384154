import { createTokenCounter } from '@slipstream/models';
import { createScriptedModel, createTestTool, modelReply, reply } from '@slipstream/testkit';
import { createContextSource } from '@slipstream/tools';
import { describe, expect, it } from 'vitest';
import { attentive, type Bench, isFolding, lastUser, requestsOf, say } from './context.fixture.ts';
import { createBench, createReader, send, sessionId } from './create-bench.ts';

describe('a full window', () => {
  it('200 turns with 20 kB of tool output each keep answering what was said in the first', async () => {
    const output = 'A line of output that says nothing of interest.\n'.repeat(420);
    const look = createTestTool({ name: 'look', result: output });
    const model = createScriptedModel((call) => {
      const { request } = call;
      const fresh =
        request.messages.at(-1)?.role === 'user' && !lastUser(request).includes('What is the code?');
      return !isFolding(request) && fresh ? [reply.toolCall('look')] : attentive(call);
    });
    const bench = await createBench({ model, tools: [look] });
    await say(bench, 1, 'Remember: the code is kingfisher.');
    const filler = 'words that fill the conversation '.repeat(20);
    for (let n = 2; n <= 200; n += 1) await say(bench, n, `Look again, ${n}. ${filler}`);
    expect((await say(bench, 201, 'What is the code?')).end).toMatchObject({
      status: 'completed',
      text: 'kingfisher',
    });
    expect(look.calls).toHaveLength(200);
    const sizes = requestsOf(bench).map(({ request }) => JSON.stringify(request.messages).length / 4);
    expect(Math.max(...sizes)).toBeLessThan(32_768);
    expect((await bench.sessions.compactions(sessionId)).compactions.length).toBeGreaterThan(1);
    expect((await bench.sessions.get(sessionId)).messageCount).toBe(402);
  }, 120_000);

  it('120k of instructions on a window of 128k give one error that says so, and no loop', async () => {
    const model = createScriptedModel([], { contextWindow: 128_000 });
    const context = createContextSource({ hidden: [] });
    const bench = await createBench({
      model,
      limits: { maxOutputTokens: 16_000 },
      context: {
        ...context,
        async read(request) {
          const read = await context.read(request);
          const text = 'word '.repeat(96_000);
          return { ...read, rules: [{ path: 'AGENTS.md', text, bytes: text.length, truncated: false }] };
        },
      },
    });
    const { end, events } = await say(bench, 1, 'hello');
    expect(end).toMatchObject({ status: 'failed', error: { kind: 'context_length', retryable: false } });
    expect(end.error?.message).toContain('The model’s window has 128000 tokens');
    expect(requestsOf(bench)).toHaveLength(0);
    expect(events.map(({ type }) => type)).toEqual([
      'turn.started',
      'step.started',
      'step.finished',
      'turn.finished',
    ]);
  });

  it('Chinese fits too, counted by the real tokenizer', async () => {
    const counter = createTokenCounter();
    const model = createScriptedModel(attentive, { contextWindow: 16_000 });
    const bench = await createBench({ model });
    await say(bench, 1, '请记住：the code is chengdu.');
    for (let n = 2; n <= 40; n += 1)
      await say(bench, n, `${'这是一段用来填满上下文的中文。'.repeat(60)}${n}`);
    expect((await say(bench, 41, 'What is the code?')).end.text).toBe('chengdu');
    for (const { request } of requestsOf(bench)) {
      const counts = await counter.count([request.system, ...request.messages.map(({ text }) => text)]);
      expect(counts.reduce((sum, each) => sum + each, 0)).toBeLessThan(16_000);
    }
    expect((await bench.sessions.compactions(sessionId)).compactions.length).toBeGreaterThan(0);
    await counter.close();
  }, 60_000);

  it('what a tool gave long ago is shortened within the turn, and read again from the record', async () => {
    const outputs = ['needle in the first. '.repeat(1500), 'b '.repeat(15_000), 'c '.repeat(15_000)];
    const look = createTestTool({
      name: 'look',
      result: (input) => ({ output: outputs[Number((input as { n: number }).n)] ?? '' }),
    });
    const model = createScriptedModel(({ number, request }) => {
      if (number <= 3) return [reply.toolCall('look', { n: number - 1 }, { id: `look_${number}` })];
      if (number === 4) return [reply.toolCall('read_output', { call_id: 'look_1', offset: 8000 })];
      return [reply.text(request.messages.at(-1)?.text.slice(0, 21) ?? '')];
    });
    const bench = await createBench({ model, tools: [look], withReadOutput: true });
    const { end, events } = await say(bench, 1, 'look around');
    expect(end.text).toContain('needle');
    const made = events.filter(({ type }) => type === 'context.compacted');
    expect(made[0]).toMatchObject({ how: 'shortened', messages: 0 });
    const trajectory = await bench.sessions.trajectory(sessionId, end.turnId);
    const whole = trajectory.entries.find(({ kind, name }) => kind === 'tool' && name === 'look');
    expect(whole?.output).toMatchObject({ text: outputs[0] });
  });

  it('a provider that refuses the prompt as too long gets a smaller one, twice at most', async () => {
    const refusing = createScriptedModel(({ request, number }) => {
      if (isFolding(request)) return [reply.text('Short.')];
      return number <= 20 ? [reply.text('word '.repeat(300))] : [modelReply.fail('context_length')];
    });
    const bench = await createBench({ model: refusing });
    for (let n = 1; n <= 20; n += 1) await say(bench, n, `message ${n}`);
    const { end, events } = await say(bench, 21, 'once more');
    expect(end).toMatchObject({ status: 'failed', error: { kind: 'context_length' }, steps: 3 });
    const folds = events.flatMap((event) => (event.type === 'context.compacted' ? [event] : []));
    expect(folds.length).toBeGreaterThan(0);
    for (const fold of folds) expect(fold.afterTokens).toBeLessThan(fold.beforeTokens);
  });
});

describe('folding', () => {
  const talk = async (bench: Bench, turns: number, from = 1) => {
    for (let n = from; n < from + turns; n += 1) await say(bench, n, `message ${n}`);
  };

  it('by hand: told with the session, used by the next prompt, undone, and all of it survives a restart', async () => {
    const model = createScriptedModel(attentive);
    const bench = await createBench({ model });
    await say(bench, 1, 'the code is ochre');
    await talk(bench, 3, 2);
    const { compaction } = await bench.sessions.compact(sessionId);
    expect(compaction).toMatchObject({ messages: 6 });
    expect((await bench.sessions.get(sessionId)).compaction).toEqual(compaction);
    await say(bench, 5, 'What is the code?');
    const folded = requestsOf(bench).at(-1)?.request;
    expect(folded?.messages[0]?.text).toMatch(/^<slipstream_summary>[\s\S]+the code is ochre/);
    expect(folded?.messages).toHaveLength(3);

    await bench.close();
    const again = createScriptedModel(attentive);
    const next = await createBench({ model: again, folder: bench.folder, idSpace: 1 });
    expect((await next.sessions.get(sessionId)).compaction).toEqual(compaction);
    expect((await say(next, 6, 'What is the code?')).end.text).toBe('ochre');
    expect(again.calls[0]?.request.messages[0]?.text).toContain('<slipstream_summary>');

    const id = compaction?.id ?? '';
    const session = await next.sessions.undoCompaction(sessionId, id);
    expect(session.compaction).toBeUndefined();
    await say(next, 7, 'hello');
    expect(again.calls.at(-1)?.request.messages[0]).toEqual({ role: 'user', text: 'the code is ochre' });
    await expect(next.sessions.undoCompaction(sessionId, id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await next.sessions.compactions(sessionId)).compactions).toMatchObject([{ id, undone: true }]);
  });

  it('finds nothing to fold in a short conversation', async () => {
    const bench = await createBench({ model: ['One.'] });
    await say(bench, 1, 'hi');
    expect(await bench.sessions.compact(sessionId)).toEqual({ compaction: null });
  });

  it('waits for no turn, lets none begin, and can be stopped', async () => {
    const model = createScriptedModel(({ request }) =>
      isFolding(request) ? [reply.hang()] : [reply.text('Fine.')],
    );
    const bench = await createBench({ model });
    await talk(bench, 3);
    const folding = bench.sessions.compact(sessionId);
    folding.catch(() => undefined);
    await model.waitForCall(4);
    expect((await bench.sessions.get(sessionId)).status).toBe('running');
    await expect(bench.sessions.compact(sessionId)).rejects.toMatchObject({ code: 'busy' });
    const reader = await createReader(bench.sessions);
    const ended = reader.next('turn.finished');
    await send(bench.sessions, 4, 'while it folds');
    expect(model.calls).toHaveLength(4);
    expect(await bench.sessions.cancel(sessionId)).toMatchObject({ cancelled: true });
    await expect(folding).rejects.toMatchObject({ code: 'unavailable' });
    expect((await ended).status).toBe('completed');
    expect((await bench.sessions.get(sessionId)).compaction).toBeUndefined();
  });

  it('is done by the small model where there is one, and counted with the turn', async () => {
    const small = createScriptedModel(() => [reply.text('Folded small.'), reply.usage(700, 30)], {
      id: 'small',
    });
    const model = createScriptedModel(() => [reply.text('word '.repeat(900)), reply.usage(10, 5)]);
    const bench = await createBench({ model, models: [small], smallModel: 'small' });
    for (let n = 1; small.calls.length === 0 && n < 60; n += 1) await talk(bench, 1, n);
    const { messages } = await bench.sessions.messages(sessionId, { limit: 1 });
    const rounds = small.calls.length;
    expect(messages[0]?.usage).toMatchObject({
      inputTokens: 10 + 700 * rounds,
      outputTokens: 5 + 30 * rounds,
    });
    const { entries } = await bench.sessions.trajectory(sessionId, messages[0]?.turnId ?? '');
    expect(entries.find(({ kind }) => kind === 'compaction')?.input).toMatchObject({
      how: 'folded',
      summary: 'Folded small.',
      compactionId: (await bench.sessions.get(sessionId)).compaction?.id,
    });
  });
});
