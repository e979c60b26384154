// What sessions send to the model: the system prompt, the conversation, and both when the window is full.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlanReadyTool, type ModelRequest } from '@slipstream/agent';
import { createTokenCounter } from '@slipstream/models';
import {
  createScriptedModel,
  createTestTool,
  type ModelScript,
  modelReply,
  reply,
} from '@slipstream/testkit';
import { createContextSource } from '@slipstream/tools';
import { describe, expect, it } from 'vitest';
import { createBench, createFolder, createReader, send, sessionId } from './create-bench.ts';

type Bench = Awaited<ReturnType<typeof createBench>>;

async function say(bench: Bench, n: number, text: string) {
  const reader = await createReader(bench.sessions);
  const ended = reader.next('turn.finished');
  await send(bench.sessions, n, text);
  const end = await ended;
  reader.end();
  return { end, events: reader.events };
}

const isFolding = ({ system }: ModelRequest) => system.startsWith('You fold');
const lastUser = ({ messages }: ModelRequest) => messages.findLast(({ role }) => role === 'user')?.text ?? '';
const requestsOf = (bench: Bench) => (bench.model as ReturnType<typeof createScriptedModel>).calls;

/** Remembers what the prompt tells and answers from it alone; folds by keeping the lines with a code in them. */
const attentive: ModelScript = ({ request }) => {
  const all = request.messages.map(({ text }) => text).join('\n');
  if (isFolding(request)) {
    const kept = [...new Set(all.split('\n').filter((line) => /the code is \w+/.test(line)))];
    return [reply.text(['## Facts', ...kept].join('\n'))];
  }
  const asked = lastUser(request);
  if (!asked.endsWith('What is the code?')) return [reply.text('Noted.')];
  return [reply.text(/the code is (\w+)/.exec(all)?.[1] ?? 'I do not know.')];
};

describe('the system prompt', () => {
  it('is the same bytes in all steps of a turn and in the next turns, until a file changes', async () => {
    const look = createTestTool({ name: 'look' });
    const model = createScriptedModel(({ number }) =>
      number % 2 === 1 ? [reply.toolCall('look')] : [reply.text('Seen.')],
    );
    const bench = await createBench({ model, tools: [look], context: createContextSource({ hidden: [] }) });
    await writeFile(join(bench.folder, 'AGENTS.md'), 'Rule one.');
    await say(bench, 1, 'a');
    await say(bench, 2, 'b');
    await writeFile(join(bench.folder, 'AGENTS.md'), 'Rule two.');
    await say(bench, 3, 'c');
    const systems = requestsOf(bench).map(({ request }) => request.system);
    expect(systems).toHaveLength(6);
    expect(new Set(systems.slice(0, 4)).size).toBe(1);
    expect(systems[0]).toContain('Rule one.');
    expect(new Set(systems.slice(4)).size).toBe(1);
    expect(systems[4]).toContain('Rule two.');
    const tools = requestsOf(bench).map(({ request }) => JSON.stringify(request.tools));
    expect(new Set(tools).size).toBe(1);
    const { messages } = await bench.sessions.messages(sessionId, { limit: 50 });
    expect(JSON.stringify(messages)).not.toContain('Rule');
  });

  it('can be looked at as it is sent, section by section', async () => {
    const bench = await createBench({
      model: ['One.', 'Two.'],
      context: createContextSource({ hidden: [] }),
    });
    await writeFile(join(bench.folder, 'AGENTS.md'), 'Rule one.');
    await say(bench, 1, 'first');
    const view = await bench.sessions.prompt(sessionId);
    await say(bench, 2, 'second');
    const sent = requestsOf(bench)[1]?.request;
    expect(view.sections.map(({ text }) => text).join('\n\n')).toBe(sent?.system);
    expect(view.sections.map(({ name }) => name)).toEqual(['role', 'rules', 'mode', 'agents', 'environment']);
    expect(view.messages.map(({ role, text }) => ({ role, text }))).toEqual(
      sent?.messages.slice(0, -1).map(({ role, text }) => ({ role, text })),
    );
    expect(view.tokens).toBe(
      [...view.sections, view.tools, ...view.messages].reduce((sum, { tokens }) => sum + tokens, 0),
    );
    expect(view.window).toBe(32_768);
  });

  it('has the rules of a folder from the first call there on: with its result, then in the prompt', async () => {
    const read = createTestTool({ name: 'read_file', result: 'content' });
    const calls = [{ path: 'deep/er/a.txt' }, { path: 'deep/er/b.txt' }];
    const bench = await createBench({
      model: [...calls.map((args) => [reply.toolCall('read_file', args)]), 'Read.', 'Yes.'],
      tools: [read],
      context: createContextSource({ hidden: [] }),
    });
    await mkdir(join(bench.folder, 'deep/er'), { recursive: true });
    await writeFile(join(bench.folder, 'deep', 'AGENTS.md'), 'Deep rule.');
    await say(bench, 1, 'read');
    await say(bench, 2, 'and now?');
    const [first, second, third, next] = requestsOf(bench).map(({ request }) => request);
    expect(first?.system).not.toContain('Deep rule.');
    expect(second?.system).toBe(first?.system);
    expect(second?.messages.at(-1)?.text).toMatch(/^content\n\n<slipstream_rules>[\s\S]+Deep rule\./);
    expect(third?.messages.at(-1)?.text).toBe('content');
    expect(next?.system).toContain('<workspace_file path="deep/AGENTS.md">\nDeep rule.');
  });
});

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

describe('what later prompts say of an answer', () => {
  it('has the record of its work, in the user’s message and not in the model’s words', async () => {
    const write = createTestTool({
      name: 'write_file',
      result: 'Created a.txt (1 line, 2 bytes).',
    });
    const bash = createTestTool({ name: 'bash', result: { output: 'no\n[exit code 1]', isError: true } });
    const bench = await createBench({
      model: [
        [
          reply.toolCall('write_file', { path: 'src/a.txt', content: 'a\n' }),
          reply.toolCall('bash', { command: 'npm test' }),
          reply.toolCall('nothing'),
        ],
        'Written.',
        'Yes.',
      ],
      tools: [write, bash],
    });
    await say(bench, 1, 'write');
    await say(bench, 2, 'did you?');
    expect(requestsOf(bench).at(-1)?.request.messages).toEqual([
      { role: 'user', text: 'write' },
      { role: 'assistant', text: 'Written.', reasoning: '', calls: [] },
      {
        role: 'user',
        text: [
          '<slipstream_record>',
          '[What the program recorded of the work behind your last answer.]',
          'Files changed: src/a.txt (1×). Commands: “npm test” [exit code 1]. Failed: nothing (error: “There is no tool named "nothing". The tools are: task, agent_spawn, agent_list, agent_send, agent_wa…”).',
          '</slipstream_record>',
          '',
          'did you?',
        ].join('\n'),
      },
    ]);
    const { messages } = await bench.sessions.messages(sessionId, { limit: 9 });
    expect(messages[1]?.digest?.files).toEqual(['src/a.txt']);
  });

  it('can be switched off', async () => {
    const bash = createTestTool({ name: 'bash', result: 'ok\n[exit code 0]' });
    const bench = await createBench({
      model: [[reply.toolCall('bash', { command: 'true' })], 'Done.', 'Yes.'],
      tools: [bash],
      digests: false,
    });
    await say(bench, 1, 'run');
    await say(bench, 2, 'and?');
    expect(JSON.stringify(requestsOf(bench).at(-1)?.request.messages)).not.toContain('slipstream_record');
  });

  it('says how it ended, so that it can be continued', async () => {
    const model = createScriptedModel(({ number }) => {
      if (number === 1) return [reply.text('The first half'), reply.hang()];
      if (number === 2) return [modelReply.fail('server', { message: 'Overloaded.' })];
      return [reply.text('and the second.')];
    });
    const bench = await createBench({ model, realTime: true });
    const reader = await createReader(bench.sessions);
    const ended = reader.next('turn.finished');
    const begun = reader.next('text.delta');
    await send(bench.sessions, 1, 'tell me both');
    await begun;
    await bench.sessions.cancel(sessionId);
    expect((await ended).status).toBe('cancelled');
    await say(bench, 2, 'continue');
    await say(bench, 3, 'continue');
    expect(model.calls.at(-1)?.request.messages.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: tell me both',
      'assistant: The first half\n\n[The user stopped this answer before it was complete.]',
      'user: continue',
      'assistant: [This answer failed before it was complete.]',
      'user: continue',
    ]);
  });
});

describe('an answer that a crash cut off', () => {
  it('has its text, how it ended and the record of its work in the next prompt', async () => {
    const bash = createTestTool({ name: 'bash', result: 'made\n[exit code 0]' });
    const bench = await createBench({
      model: [[reply.toolCall('bash', { command: 'make' })], [reply.text('Half of it'), reply.hang()]],
      tools: [bash],
      realTime: true,
    });
    const reader = await createReader(bench.sessions);
    const begun = reader.next('text.delta');
    await send(bench.sessions, 1, 'make it');
    await begun;
    // What a killed server leaves behind: its files as they are now.
    const folder = await createFolder();
    await cp(bench.folder, folder, { recursive: true });

    const again = createScriptedModel(['Going on.']);
    const next = await createBench({ model: again, folder, idSpace: 1 });
    expect(await next.sessions.recover()).toEqual({ interrupted: 1 });
    await say(next, 2, 'continue');
    const messages = again.calls[0]?.request.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[1]?.text).toMatch(/^(?:Half of it\n\n)?\[The server stopped during this answer/);
    expect(messages[2]?.text).toMatch(
      /^<slipstream_record>[\s\S]+Commands: “make” \[exit code 0\]\.[\s\S]+continue$/,
    );
  });
});

describe('plan mode', () => {
  it('survives folding, a restart and a new turn, and its plan is named once it stands', async () => {
    const model = createScriptedModel(attentive);
    const context = createContextSource({ hidden: [] });
    const bench = await createBench({ model, tools: [createPlanReadyTool()], context });
    await bench.sessions.create({ id: sessionId, mode: 'plan' });
    for (let n = 1; n <= 3; n += 1) await say(bench, n, `plan ${n}`);
    await bench.sessions.compact(sessionId);
    await say(bench, 4, 'go on');
    const plan = `plans/${sessionId}.md`;
    const sent = model.calls.at(-1)?.request;
    expect(sent?.system).toContain(`Plan mode: look around`);
    expect(sent?.system).toContain(`Plan file: ${plan}.`);
    expect(sent?.tools.map(({ name }) => name)).toContain('plan_ready');
    await bench.close();

    const again = createScriptedModel(attentive);
    const next = await createBench({
      model: again,
      folder: bench.folder,
      idSpace: 1,
      tools: [createPlanReadyTool()],
      context,
    });
    expect((await next.sessions.get(sessionId)).mode).toBe('plan');
    await say(next, 5, 'still planning');
    expect(again.calls[0]?.request.system).toBe(sent?.system);
    await mkdir(join(next.folder, 'plans'));
    await writeFile(join(next.folder, plan), 'The plan.');
    await next.sessions.update(sessionId, { mode: 'default' });
    await say(next, 6, 'build');
    expect(again.calls[1]?.request.system).toContain(`The plan of this conversation is in ${plan}`);
  });
});
