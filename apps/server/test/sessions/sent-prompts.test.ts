// What each model call was sent can be looked at later, word for word; it is kept once, and never stands in the way.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultAgentSteps } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { createScriptedModel, createTestTool, readAll, reply } from '@slipstream/testkit';
import { createContextSource } from '@slipstream/tools';
import { expect, it } from 'vitest';
import { type Bench, requestsOf, say } from './context.fixture.ts';
import { createBench, sessionId } from './create-bench.ts';

const look = createTestTool({ name: 'look', result: 'found' });
const helper = {
  ...{ name: 'helper', description: 'Helps.', instructions: 'Help well.', model: 'helper', source: 'test' },
  ...{ maxSteps: defaultAgentSteps, spawns: false, asTool: false },
};

async function keptOf(bench: Bench, turnId: string, step: number, agentId?: string) {
  const { prompt } = await bench.sessions.stepPrompt(sessionId, turnId, { step, agentId });
  if (!prompt) throw new Error('Nothing was kept.');
  return prompt;
}

const textOf = ({ sections }: Awaited<ReturnType<typeof keptOf>>) =>
  sections.map(({ text }) => text).join('\n\n');

it('each call has what it was sent, also once the files have changed', async () => {
  const bench = await createBench({
    model: [[reply.toolCall('look')], 'Seen.', 'Yes.'],
    tools: [look],
    context: createContextSource({ hidden: [] }),
  });
  await writeFile(join(bench.folder, 'AGENTS.md'), 'Rule one.');
  const { end: first } = await say(bench, 1, 'a');
  await writeFile(join(bench.folder, 'AGENTS.md'), 'Rule two.');
  const { end: second } = await say(bench, 2, 'b');
  const requests = requestsOf(bench).map(({ request }) => request);
  const calls = [
    await keptOf(bench, first.turnId, 1),
    await keptOf(bench, first.turnId, 2),
    await keptOf(bench, second.turnId, 1),
  ];
  for (const [index, kept] of calls.entries()) {
    expect(textOf(kept)).toBe(requests[index]?.system);
    expect(JSON.parse(kept.tools?.text ?? '')).toEqual(requests[index]?.tools);
    for (const { tokens } of kept.sections) expect(tokens).toBeGreaterThan(0);
  }
  expect(calls[0]?.sections.find(({ name }) => name === 'agents')?.text).toContain('Rule one.');
  expect(calls[2]?.sections.find(({ name }) => name === 'agents')?.text).toContain('Rule two.');
  const none = { summary: false, recalled: false, shortened: 0, stepsFolded: false };
  expect(calls.map(({ sent }) => sent)).toEqual([
    { ...none, messages: 0, results: 0 },
    { ...none, messages: 0, results: 1 },
    { ...none, messages: 2, results: 0 },
  ]);
});

it('a sub-agent’s calls have its own', async () => {
  const agents = createScriptedModel([[reply.toolCall('look')], [reply.text('Helped.')]], { id: 'helper' });
  const task = reply.toolCall('task', { agent: 'helper', description: 'Help', prompt: 'Help me.' });
  const bench = await createBench({
    model: [[task], 'Done.'],
    models: [agents],
    agents: [helper],
    tools: [look],
  });
  const { end, events } = await say(bench, 1, 'a');
  const started = events.find((event) => event.type === 'agent.started');
  const id = started?.type === 'agent.started' ? started.agent.id : '';
  const kept = await keptOf(bench, end.turnId, 2, id);
  expect(textOf(kept)).toBe(agents.calls[1]?.request.system);
  expect(textOf(kept)).toContain('Help well.');
  expect(kept.sent).toMatchObject({ messages: 0, results: 1 });
  expect(textOf(await keptOf(bench, end.turnId, 1))).not.toContain('Help well.');
});

it('one that cannot be kept is not there afterwards, and its turn goes on', async () => {
  const bench = await createBench({
    model: [[reply.toolCall('look')], 'Seen.'],
    tools: [look],
    wrapStore: (store) => ({
      ...store,
      prompts: { ...store.prompts, keep: () => Promise.reject(new AppError('storage', 'The disk is full.')) },
    }),
  });
  const { end } = await say(bench, 1, 'a');
  expect(end).toMatchObject({ status: 'completed', text: 'Seen.' });
  const step = { step: 1 };
  expect(await bench.sessions.stepPrompt(sessionId, end.turnId, step)).toEqual({ prompt: null });
  const missing = { code: 'not_found' };
  await expect(bench.sessions.stepPrompt(sessionId, end.turnId, { step: 3 })).rejects.toMatchObject(missing);
  await expect(bench.sessions.stepPrompt(sessionId, sessionId, step)).rejects.toMatchObject(missing);
});

it('an export does not have it, so that files about the user stay here; an import has none', async () => {
  const bench = await createBench({ model: ['Hi.'], context: createContextSource({ hidden: [] }) });
  await writeFile(join(bench.folder, 'USER.md'), 'Ada lives in Turin.');
  const { end } = await say(bench, 1, 'a');
  expect(textOf(await keptOf(bench, end.turnId, 1))).toContain('Turin');
  const text = (await readAll(await bench.sessions.export(sessionId, 'json'))).join('');
  expect(text).not.toContain('Turin');
  const session = await bench.sessions.import(JSON.parse(text));
  const turnId = session.lastTurn?.turnId ?? '';
  expect((await bench.sessions.trajectory(session.id, turnId)).entries).toHaveLength(1);
  expect(await bench.sessions.stepPrompt(session.id, turnId, { step: 1 })).toEqual({ prompt: null });
});
