import type { AgentEvent, FailureFacts, Message } from '@slipstream/protocol';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ClientProvider, useSession } from '../../app/client-context.tsx';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { createFakeClient } from '../../testing/fake-client.ts';
import { anAnswer, sessionId, turnEvents } from '../../testing/records.ts';
import { createDisclosures, DisclosuresProvider } from '../trace/disclosures.tsx';
import { toItems } from './to-items.ts';
import { TurnBlock } from './turn-block.tsx';
import type { VersionActions } from './user-message.tsx';

const now = Date.now();
const make = turnEvents(now);

type LastTurnProps = { onSend: (text: string) => void; versions: VersionActions; queued: boolean };

function LastTurn({ onSend, versions, queued }: LastTurnProps) {
  const item = toItems(useSession(sessionId)).findLast((each) => each.kind === 'turn');
  if (!item) return null;
  return (
    <TurnBlock
      {...item}
      key={item.key}
      sessionId={sessionId}
      stopping={false}
      stopped={stopped}
      queued={queued}
      onSend={onSend}
      versions={versions}
      onAnswer={async () => true}
      onFocusLost={() => {}}
    />
  );
}

const stopped = { requests: 1, tools: 2, approvals: 0, tookMs: 140 };

const immediately = (run: () => void) => {
  run();
  return () => {};
};

/** Shows the session's last turn, with events played into it. */
function setUp(events: readonly AgentEvent[] = [], queued = false) {
  const client = createFakeClient();
  const onSend = vi.fn();
  const versions = {
    onEditMessage: vi.fn(),
    onShowVersion: vi.fn(),
    onRegenerate: vi.fn(),
    onDeleteMessage: vi.fn(),
  };
  client.play(sessionId, events);
  render(
    <DisclosuresProvider value={createDisclosures()}>
      <ClientProvider client={client} schedule={immediately}>
        <LastTurn onSend={onSend} versions={versions} queued={queued} />
      </ClientProvider>
    </DisclosuresProvider>,
  );
  return {
    client,
    onSend,
    versions,
    play: (...more: AgentEvent[]) => act(() => client.play(sessionId, more)),
  };
}

const button = <T extends HTMLElement>(name: string | RegExp) => screen.getByRole<T>('button', { name });
const noButton = (name: string | RegExp) => screen.queryByRole('button', { name });

const firstStep = [
  make.started('do it'),
  make.step(1),
  make.say(1, 'I look first.'),
  make.call(1, '1', 'bash', { command: 'ls' }),
];
const rest = [make.result('1', 'a.txt'), make.stepDone(1), make.step(2), make.say(2, 'The answer.')];
const end = make.finished({ text: 'The answer.' });

test('while it runs the newest step is in sight, with what it does now', async () => {
  const { play } = setUp(firstStep);
  expect(await screen.findByText('I look first.')).toBeTruthy();
  expect(button(/Running ls/)).toBeTruthy();
  // The row above names it.
  expect(screen.getByText('Running a tool…')).toBeTruthy();
  play(make.progress('1', 'one\ntwo\n'));
  expect(screen.getByText(/one\s+two/)).toBeTruthy();
});

test('afterwards the work is one line, the answer stands outside, and the line opens into the steps', async () => {
  const { play } = setUp(firstStep);
  play(...rest, end);
  expect(await screen.findByText('The answer.')).toBeTruthy();
  expect(screen.queryByText('I look first.')).toBeNull();
  expect(noButton(/Ran ls/)).toBeNull();
  const line = button(/^Worked 12 s · 1 command · .*tokens$/);
  expect(line.getAttribute('aria-expanded')).toBe('false');

  fireEvent.click(line);
  expect(await screen.findByText('I look first.')).toBeTruthy();
  expect(screen.getAllByText('The answer.')).toHaveLength(1);
  expect(line.parentElement?.contains(screen.getByText('The answer.'))).toBe(false);

  fireEvent.click(button(/Ran ls/));
  expect(screen.getByText('a.txt')).toBeTruthy();
  // The row has a command's beginning in one line; it stands whole below.
  expect(button('Arguments').getAttribute('aria-expanded')).toBe('true');
  expect(within(screen.getByText('ls', { selector: 'pre' })).getByText('ls')).toBeTruthy();
  expect(screen.getByText(/5,310 tokens in/)).toBeTruthy();
});

test('each of several steps tells what it used', async () => {
  const used = (step: number, inputTokens: number, costUsd: number, estimated = false): AgentEvent => {
    const usage = { inputTokens, outputTokens: 10, reasoningTokens: 0, cachedTokens: 0 };
    return { type: 'usage', turnId: end.turnId, step, ...usage, total: usage, costUsd, estimated };
  };
  const { play } = setUp([...firstStep, used(1, 990, 0.25)]);
  play(...rest, used(2, 1990, 0.5, true), end);
  fireEvent.click(button(/^Worked 12 s/));
  const first = await screen.findByText('Step 1: 1,000 tokens · $0.25');
  expect(first.title).toBe('990 tokens in · 10 tokens out · $0.25');
  expect(screen.getByText('Step 2: ~2,000 tokens · ~$0.50')).toBeTruthy();
});

test('what was opened while it ran is still open when its step is over and when the turn is', async () => {
  const { play } = setUp(firstStep);
  fireEvent.click(button(/Running ls/));
  play(...rest);
  expect(screen.getByText('a.txt')).toBeTruthy();
  play(end);
  expect(screen.getByText('a.txt')).toBeTruthy();
  expect(button(/Worked/).getAttribute('aria-expanded')).toBe('true');
});

test('the answer keeps its element when the turn ends', async () => {
  const { play } = setUp([...firstStep, ...rest]);
  const paragraph = await screen.findByText('The answer.');
  play(end);
  expect(screen.getByText('The answer.')).toBe(paragraph);
});

test('an error is in sight without opening its call; reasoning and retries are told', async () => {
  const { play } = setUp([
    make.started('do it'),
    make.step(1),
    make.think(1, 'I wonder about this.'),
    make.retry(1, 2000, '429 too many'),
    make.think(1, 'I wonder again.'),
    make.call(1, '1', 'bash', { command: 'ls' }),
    make.result('1', '\nno such folder\nmore', 3, 'error'),
  ]);
  expect(screen.getByText('no such folder')).toBeTruthy();
  expect(screen.getByText(/Tried again after 2 s: rate limited/)).toBeTruthy();
  expect(screen.getByText('429 too many')).toBeTruthy();
  const reasoning = button(/Reasoning/);
  expect(reasoning.textContent).toContain('I wonder again.');
  fireEvent.click(reasoning);
  expect(reasoning.textContent).not.toContain('I wonder again.');
  expect(await screen.findByText('I wonder again.')).toBeTruthy();
  play(make.finished({ text: '' }));
  expect(button(/^Worked 12 s · 1 command · 1 failed · .*tokens$/)).toBeTruthy();
});

test('an approval is a card in the conversation, and its decision stays in the trace', async () => {
  const rule = 'bash(ls *)';
  const reasons = [{ code: 'rule_asks', text: 'A rule.', params: { rule } }];
  const { play } = setUp([...firstStep, make.ask('1', 'bash', 'A rule.', undefined, { reasons })]);
  expect(screen.getByRole('region', { name: 'Run ls' })).toBeTruthy();
  expect(noButton(/Ran ls/)).toBeNull();
  expect(screen.getByText('Waiting for your approval')).toBeTruthy();
  play(make.answered('1', 'deny', 'not now'), make.result('1', 'denied', 5, 'denied'));
  expect(screen.queryByRole('region', { name: 'Run ls' })).toBeNull();
  fireEvent.click(button(/Ran ls/));
  expect(screen.getByText(/You denied it\./).textContent).toContain(
    'You denied it. The rule bash(ls *) wants you to be asked. “not now”',
  );
});

test('a call that a rule forbids says so without being opened', () => {
  const output = 'This call is not allowed here. The rule "bash(ls *)" forbids it.';
  setUp([...firstStep, make.result('1', output, 5, 'denied')]);
  expect(screen.getByText('This call is not allowed here. The rule bash(ls *) forbids it.')).toBeTruthy();
});

test("a sub-agent's steps stand in the call that runs it, its approval in the conversation", async () => {
  const agent = { id: 'a1', name: 'planner', callId: '1' };
  const own = make.call(1, '9', 'bash', { command: 'rm x' });
  const asked = make.ask('9', 'bash', 'why');
  setUp([
    make.started('do it'),
    make.step(1),
    make.call(1, '1', 'task', {}, 0, 'Plan the work'),
    { ...make.step(1), agent },
    { ...own, agent },
    { ...asked, agent },
  ]);
  const card = screen.getByRole('region', { name: 'Run rm x' });
  expect(card.textContent).toContain('Asked by the sub-agent planner');
  fireEvent.click(button(/Plan the work/));
  expect(button(/Ran rm x/)).toBeTruthy();
});

test('counts down to another attempt', () => {
  vi.useFakeTimers({ now });
  const { client, play } = setUp([make.started('do it'), make.step(1), make.retry(1, 4000, '429', 0)]);
  expect(screen.getByText('Retrying in 4 s: rate limited')).toBeTruthy();
  expect(screen.getAllByText(/rate limited/)).toHaveLength(1);
  expect(screen.getByText('429')).toBeTruthy();
  act(() => vi.advanceTimersByTime(2500));
  expect(screen.getByText('Retrying in 2 s: rate limited')).toBeTruthy();
  act(() => vi.advanceTimersByTime(2000));
  expect(screen.getByText('Retrying: rate limited')).toBeTruthy();
  expect(noButton('Try now')).toBeNull();
  expect(client.calls.filter(({ name }) => name === 'retryNow')).toEqual([]);
  play(make.say(1, 'Here.'));
  expect(screen.getByText('Tried again after 4 s: rate limited')).toBeTruthy();
});

test('the wait for another attempt can be ended, and what was waited is told', async () => {
  vi.useFakeTimers({ now });
  const { client, play } = setUp([make.started('do it'), make.step(1), make.retry(1, 600_000, '429', 0)]);
  const { turnId } = end;
  act(() => vi.advanceTimersByTime(3000));
  fireEvent.click(button('Try now'));
  expect(button<HTMLButtonElement>('Try now').disabled).toBe(true);
  expect(client.calls.at(-1)).toEqual({ name: 'retryNow', args: [sessionId, turnId] });
  play({ type: 'retry.hurried', turnId, step: 1, attempt: 1, waitedMs: 3000 });
  expect(noButton('Try now')).toBeNull();
  expect(screen.getByText('Retrying: rate limited')).toBeTruthy();
  play(make.say(1, 'Here.'));
  expect(screen.getByText('Tried again after 3 s: rate limited')).toBeTruthy();
});

test('the mark drifts only while frames come in', () => {
  const { client } = setUp(firstStep);
  expect(document.querySelector('[data-live="tool"] .animate-drift')).toBeTruthy();
  expect(button(/^Running Running ls/)).toBeTruthy();
  act(() => client.setConnection({ phase: 'reconnecting', retryAt: null }));
  // Of a running call nobody knows how far it is.
  expect(document.querySelector('.animate-drift')).toBeNull();
  expect(button('Ran when the connection was lost Running ls')).toBeTruthy();
  expect(screen.getByText('Connection lost. What happens meanwhile is shown once it is back.')).toBeTruthy();
});

const error = { kind: 'auth', message: '401 bad key', retryable: false } as const;

test.each([
  [
    'cancelled',
    {},
    'Stopped. Ended: the request to the model, 2 running tools, 140 ms.',
    ['Continue'],
    'continue',
  ],
  ['interrupted', {}, /Interrupted/, ['Continue'], 'continue'],
  ['max_steps', {}, /limit of steps/, ['Continue'], 'continue'],
  ['length', {}, /output limit/, ['Continue'], 'continue'],
  ['content_filter', {}, /content filter/, ['Change the message', 'Retry'], 'again'],
  [
    'failed',
    { error },
    'The provider did not accept the API key. Check the key in the file .env',
    ['Continue', 'Retry', 'How models are connected'],
    'again',
  ],
] as const)(
  'a turn that ended as %s says so and offers the way on',
  (status, changes, words, actions, sent) => {
    const message: Partial<Message> = { status, text: 'Part.', ...changes };
    const { onSend, versions } = setUp([...firstStep, make.finished(message)]);
    const ending = document.querySelector(`[data-ending="${status}"]`);
    expect(ending?.textContent).toMatch(words);
    if ('error' in changes) expect(ending?.textContent).toContain('401 bad key');
    const buttons = [...(ending?.querySelectorAll('button') ?? [])];
    expect(buttons.map((each) => each.textContent)).toEqual(actions);
    const again = sent === 'again';
    fireEvent.click(button(again ? 'Retry' : 'Continue'));
    expect(versions.onRegenerate).toHaveBeenCalledTimes(again ? 1 : 0);
    expect(onSend.mock.calls).toEqual(again ? [] : [[sent]]);
  },
);

test('with messages behind it a stopped turn leaves the going on to them', () => {
  setUp([...firstStep, make.finished({ status: 'cancelled', text: 'Part.' })], true);
  expect(document.querySelector('[data-ending="cancelled"]')).toBeTruthy();
  expect(noButton('Continue')).toBeNull();
});

test('an answer that was stopped before its first word is asked for again', () => {
  const { versions } = setUp([
    make.started('do it'),
    make.step(1),
    make.finished({ status: 'cancelled', text: '' }),
  ]);
  expect(noButton('Continue')).toBeNull();
  fireEvent.click(button('Try again'));
  expect(versions.onRegenerate).toHaveBeenCalledOnce();
});

test('of an answer that was cut off an item that has only begun is not shown, and nothing is left open', async () => {
  const text = '1. One\n2. **Two\n3. ';
  const { play } = setUp([make.started('do it'), make.step(1), make.say(1, text)]);
  play(make.finished({ status: 'cancelled', text }));
  expect((await screen.findByText('Two')).tagName).toBe('STRONG');
  expect(document.querySelectorAll('.prose li')).toHaveLength(2);
});

describe('why a model failed', () => {
  const facts = {
    what: 'key_refused',
    host: 'api.example.com',
    model: 'm',
    keyName: 'OPENAI_API_KEY',
    urlName: 'OPENAI_BASE_URL',
    status: 401,
    words: 'Bad key.',
  } as const;
  const endingOf = (more: Partial<FailureFacts> = {}) => {
    const failed = { ...error, facts: { ...facts, ...more } };
    setUp([...firstStep, make.finished({ status: 'failed', text: '', error: failed })]);
    return document.querySelector('[data-ending="failed"]')?.textContent;
  };

  test('is told with the provider, the setting and what to do, and in its own words', () => {
    expect(endingOf()).toBe(
      'The key in OPENAI_API_KEY was refused by api.example.com. Check the key in the file .env, then restart the ' +
        'server.HTTP 401. Bad key.ContinueRetryHow models are connected',
    );
    cleanup();
    expect(endingOf({ what: 'silent', silentMs: 120_000, words: '' })).toMatch(
      /^api\.example\.com sent nothing for 2 min/,
    );
  });

  test('is told in Chinese', async () => {
    await chooseLanguage('zh');
    try {
      expect(endingOf()).toMatch(
        /^api\.example\.com 拒绝了 OPENAI_API_KEY 中的密钥。请检查 .env 文件中的密钥，然后重启服务器。HTTP 状态码 401。Bad key\./,
      );
      cleanup();
      const retry = {
        ...make.retry(1, 4000, 'api.example.com asks to slow down.'),
        facts: { ...facts, status: 429 },
      };
      setUp([make.started('x'), make.step(1), retry as AgentEvent]);
      expect(screen.getByText('HTTP 状态码 429。Bad key.')).toBeTruthy();
      expect(screen.queryByText(/slow down/)).toBeNull();
    } finally {
      await chooseLanguage('en');
    }
  });
});

test('an answer with versions moves between them, and is given again', () => {
  const answer = anAnswer({ text: 'Second.', siblings: ['a', anAnswer({}).id, 'c'] });
  const { client, versions } = setUp();
  act(() => client.setState(sessionId, { messages: [answer] }));
  expect(screen.getByRole('group', { name: 'Versions' }).textContent).toBe('2 of 3');
  fireEvent.click(button('Earlier version'));
  fireEvent.click(button('Later version'));
  expect(versions.onShowVersion.mock.calls).toEqual([['a'], ['c']]);
  fireEvent.click(button('Answer again'));
  expect(versions.onRegenerate.mock.calls).toEqual([[answer.id]]);
});

test('what was said while it worked stands in the trace', () => {
  const joined: AgentEvent = {
    type: 'message.joined',
    turnId: firstStep[0]?.turnId ?? '',
    step: 2,
    messageId: sessionId,
    text: 'in French',
  };
  setUp([...firstStep, make.result('1', 'a.txt'), joined, ...rest, end]);
  fireEvent.click(button(/^Worked 12 s · 1 command · .*tokens$/));
  expect(screen.getByText('You said before step 2: in French')).toBeTruthy();
});

test('a turn that a crash cut off names the calls that may have happened', () => {
  const trace = { steps: 1, tools: 1, agents: 0, durationMs: 9, unknown: ['bash: rm x'] };
  setUp([...firstStep, make.finished({ status: 'interrupted', text: '', trace })]);
  const ending = document.querySelector('[data-ending="interrupted"]');
  expect(ending?.textContent).toContain('whether it took effect is unknown');
  expect(ending?.textContent).toContain('bash: rm x');
});

test('a past turn fetches its steps when it is opened, and again after it failed', async () => {
  const { client } = setUp();
  const loadTurn = vi.spyOn(client, 'loadTurn').mockRejectedValueOnce(new Error('gone'));
  const trace = { steps: 2, tools: 1, agents: 0, durationMs: 4000 };
  act(() => client.setState(sessionId, { messages: [anAnswer({ text: 'Old.', trace })] }));
  expect(loadTurn).not.toHaveBeenCalled();
  fireEvent.click(button('Worked 4 s · 1 tool'));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(loadTurn).toHaveBeenCalledTimes(2);
  expect(screen.getByText('Loading the steps…')).toBeTruthy();
});

test('a sub-agent stands in the call that asked for it, and can be stopped alone', () => {
  const turnId = firstStep[0]?.turnId ?? '';
  const at = new Date(now).toISOString();
  const agent = { id: '01990000-0000-7000-8000-0000000000a1', name: 'explore', callId: 'task-1' };
  const inner = { id: '01990000-0000-7000-8000-0000000000a2', name: 'reader', callId: 'task-1' };
  const spent = { inputTokens: 1200, outputTokens: 34, reasoningTokens: 0, cachedTokens: 0 };
  const { client, play } = setUp([
    make.started('do it'),
    make.step(1),
    make.call(1, 'task-1', 'task', { agent: 'explore', prompt: 'Look.' }),
    { type: 'agent.started', turnId, agent, description: 'Look', model: 'small', startedAt: at },
    { type: 'step.started', turnId, agent, step: 1, model: 'small', startedAt: at },
    { type: 'text.delta', turnId, agent, step: 1, text: 'I look inside.' },
    // Its own call has the id of the call that asked for it: providers number them anew in each answer.
    {
      ...{ type: 'tool.started', turnId, agent, step: 1, callId: 'task-1', name: 'task' },
      ...{ args: { prompt: 'Read.' }, title: 'reader: Read', startedAt: at },
    },
    {
      type: 'agent.started',
      turnId,
      agent: inner,
      parent: agent.id,
      description: 'Read',
      model: 'small',
      startedAt: at,
    },
  ]);
  fireEvent.click(button(/^Running/));
  const outer = screen.getByRole('region', { name: 'Sub-agent explore' });
  expect(outer.textContent).toContain('at work');
  expect(outer.textContent).toContain('I look inside.');
  expect(screen.queryByRole('region', { name: 'Sub-agent reader' })).toBeNull();
  fireEvent.click(within(outer).getByRole('button', { name: /reader: Read/ }));
  expect(within(outer).getByRole('region', { name: 'Sub-agent reader' })).toBeTruthy();

  fireEvent.click(button('Stop explore'));
  expect(client.calls.at(-1)).toEqual({ name: 'stopAgent', args: [sessionId, agent.id] });
  expect(button('Stopping explore…').hasAttribute('disabled')).toBe(true);
  play({ type: 'agent.finished', turnId, agent, status: 'cancelled', usage: spent, durationMs: 2100 });
  expect(outer.textContent).toContain('stopped · 2 s · 1,234 tokens · small');
  expect(noButton(/explore…$/)).toBeNull();
});

test('an answer of nothing says so and can be tried again', async () => {
  const { play, versions } = setUp([make.started('do it'), make.step(1)]);
  play(make.stepDone(1), make.finished({ text: '' }));
  expect(await screen.findByText('The model answered nothing.')).toBeTruthy();
  fireEvent.click(button('Try again'));
  expect(versions.onRegenerate).toHaveBeenCalledTimes(1);
});

test('an answer of nothing but work is not called nothing', async () => {
  const { play } = setUp(firstStep);
  play(make.result('1', 'a.txt'), make.stepDone(1), make.finished({ text: '' }));
  expect(button(/^Worked/)).toBeTruthy();
  expect(screen.queryByText('The model answered nothing.')).toBeNull();
});
