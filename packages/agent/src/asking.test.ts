// What is asked, what an answer keeps, and what becomes of that when a tool is no longer what it was.
import type { AgentEvent } from '@slipstream/protocol';
import {
  createFakeClock,
  createMemoryStanding,
  createTestTool,
  deferred,
  orAbort,
  reply,
} from '@slipstream/testkit/fakes';
import { expect, it } from 'vitest';
import type { StandingPermissions } from './permissions/standing.ts';
import { type MessageRun, runMessage } from './run-message.fixture.ts';

const callsOf = (...names: string[]): NonNullable<MessageRun['model']> => [
  ...names.map((name) => [reply.toolCall(name, { q: 'x' })]),
  [reply.text('Done.')],
];
const find = <T extends AgentEvent['type']>(events: readonly AgentEvent[], type: T) =>
  events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type);

/** A tool of some server, as it describes itself. */
const remote = (fingerprint: string, risk: 'network' | 'read' = 'network') => ({
  ...createTestTool({ name: 'docs__search', risk }),
  fingerprint,
});

async function run(standing: StandingPermissions, fingerprint: string, more: Partial<MessageRun> = {}) {
  const tool = remote(fingerprint);
  const events = await runMessage({ model: callsOf(tool.name), tools: [tool], standing, ...more });
  return { asked: find(events, 'approval.requested'), notices: find(events, 'notice'), tool, events };
}

it('keeps the rule that was offered, and does not ask again', async () => {
  const standing = createMemoryStanding();
  const always: MessageRun['answer'] = async () => ({ decision: 'allow_session', always: true });
  const first = await run(standing, 'a', { answer: always });
  expect(first.asked).toMatchObject([{ rule: 'docs__search', reasons: [{ code: 'network' }] }]);
  expect(find(first.events, 'approval.resolved')).toMatchObject([{ rule: 'docs__search' }]);
  expect(standing.rules().map(({ text }) => text)).toEqual(['docs__search']);
  expect((await run(standing, 'a')).asked).toEqual([]);
  await standing.remove('docs__search');
  expect((await run(standing, 'a')).asked).toHaveLength(1);
});

it.each(['allow_once', 'deny'] as const)('%s keeps nothing, also with "always"', async (decision) => {
  const standing = createMemoryStanding();
  await run(standing, 'a', { answer: async () => ({ decision, always: true }) });
  expect(standing.rules()).toEqual([]);
});

it('a rule that cannot be stored counts for the session, and that is told', async () => {
  const standing = {
    ...createMemoryStanding(),
    allow: () => Promise.reject(new Error('the disk is full')),
  };
  const tool = remote('a');
  const events = await runMessage({
    model: callsOf(tool.name, tool.name),
    tools: [tool],
    standing,
    answer: async () => ({ decision: 'allow_session', always: true }),
  });
  expect(find(events, 'approval.requested')).toHaveLength(1);
  expect(find(events, 'notice')).toMatchObject([{ code: 'rule_not_kept' }]);
  expect(tool.calls).toHaveLength(2);
});

it('a tool that describes itself in another way than when it was allowed asks again, and says so', async () => {
  const standing = createMemoryStanding(['docs__search']);
  expect(await run(standing, 'a')).toMatchObject({ asked: [], notices: [] });
  const changed = await run(standing, 'b', { answer: async () => ({ decision: 'deny' }) });
  expect(changed.asked).toMatchObject([{ reasons: [{ code: 'tool_changed' }, { code: 'network' }] }]);
  expect(changed.asked[0]?.notes).toMatchObject([
    { code: 'says_now', params: { description: 'The test tool docs__search.' } },
  ]);
  expect(changed.notices).toMatchObject([{ code: 'tool_changed', level: 'warning' }]);
  expect(changed.tool.calls).toEqual([]);
  // Denied, it is still not what was allowed; allowed, it is.
  expect((await run(standing, 'b')).asked).toHaveLength(1);
  expect(await run(standing, 'b')).toMatchObject({ asked: [], notices: [] });
  expect((await run(standing, 'a')).asked).toHaveLength(1);
});

it('what the session allowed does not count for a tool that has changed, nor does it when it only reads', async () => {
  const standing = createMemoryStanding();
  await run(standing, 'a');
  expect((await run(standing, 'b', { grants: ['docs__search:{"q":"x"}'] })).asked).toHaveLength(1);
  const reads = async (fingerprint: string) => {
    const tool = remote(fingerprint, 'read');
    return find(
      await runMessage({ model: callsOf(tool.name), tools: [tool], standing }),
      'approval.requested',
    );
  };
  expect(await reads('c')).toMatchObject([{ reasons: [{ code: 'tool_changed' }, { code: 'read' }] }]);
  expect(await reads('c')).toEqual([]);
});

it('a question that nobody answers in the time of the setting is denied, and cannot be answered any more', async () => {
  const clock = createFakeClock();
  let signal: AbortSignal | undefined;
  const asked = deferred();
  const running = run(createMemoryStanding(), 'a', {
    clock,
    limits: { approvalTimeoutMs: 5000 },
    answer: (_, given) => {
      signal = given;
      asked.resolve();
      return orAbort(new Promise<never>(() => {}), given);
    },
  });
  await asked.promise;
  await clock.waitForTimers(1);
  expect(clock.advanceToNext()).toBeDefined();
  const { events, tool } = await running;
  expect(signal?.aborted).toBe(true);
  expect(find(events, 'approval.resolved')).toMatchObject([
    { decision: 'deny', note: 'Nobody answered within 5 s.' },
  ]);
  expect(find(events, 'tool.finished')).toMatchObject([{ status: 'denied' }]);
  expect(tool.calls).toEqual([]);
});

it('without that setting it waits for ever, and a stop ends it', async () => {
  const stop = new AbortController();
  const clock = createFakeClock();
  const { events } = await run(createMemoryStanding(), 'a', {
    clock,
    stop,
    answer: (_, given) => {
      stop.abort(new Error('stopped'));
      return orAbort(new Promise<never>(() => {}), given);
    },
  });
  expect(find(events, 'approval.resolved')).toMatchObject([{ decision: 'withdrawn' }]);
});

it('what is forbidden is not asked, however it has changed', async () => {
  const standing = createMemoryStanding();
  await standing.know('plan_like', 'a');
  const tool = { ...createTestTool({ name: 'plan_like', risk: 'plan' as const }), fingerprint: 'b' };
  const events = await runMessage({ model: callsOf(tool.name), tools: [tool], standing });
  expect(find(events, 'approval.requested')).toEqual([]);
  expect(find(events, 'tool.finished')).toMatchObject([{ status: 'denied' }]);
});

it('notes of a preview reach the card, without the secrets in them', async () => {
  const note = { code: 'will_fail', text: 'It holds sk-canary-1234', params: { why: 'sk-canary-1234' } };
  const tool = createTestTool({
    name: 'write',
    risk: 'write',
    preview: async () => ({ text: 'sk-canary-1234 there', notes: [note] }),
  });
  const events = await runMessage({ model: callsOf('write'), tools: [tool], secrets: ['sk-canary-1234'] });
  expect(find(events, 'approval.requested')).toMatchObject([
    {
      preview: '[secret] there',
      notes: [{ code: 'will_fail', text: 'It holds [secret]', params: { why: '[secret]' } }],
    },
  ]);
});
