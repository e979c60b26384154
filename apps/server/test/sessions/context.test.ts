// What sessions send to the model: the system prompt and the conversation. `folding.test.ts` fills the window.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlanReadyTool } from '@slipstream/agent';
import { createScriptedModel, createTestTool, modelReply, reply } from '@slipstream/testkit';
import { createContextSource } from '@slipstream/tools';
import { describe, expect, it } from 'vitest';
import { attentive, requestsOf, say } from './context.fixture.ts';
import { createBench, createFolder, createReader, send, sessionId } from './create-bench.ts';

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
