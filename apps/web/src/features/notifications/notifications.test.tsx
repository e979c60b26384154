import { act, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { ClientProvider } from '../../app/client-context.tsx';
import { createFakeClient } from '../../testing/fake-client.ts';
import { aSession } from '../../testing/records.ts';
import { areNotificationsOn, turnNotificationsOff, turnNotificationsOn } from './notification-choice.ts';
import { Notifier } from './notifier.tsx';
import { toNotice } from './to-notice.ts';

const one = (turnId: string, status: 'completed' | 'failed' | 'cancelled' | 'interrupted') => ({
  lastTurn: { turnId, status },
});
const running = aSession({ status: 'running' });

test.each([
  [undefined, aSession(one('1', 'completed')), null],
  [running, aSession({ status: 'waiting' }), 'waiting'],
  [aSession({ status: 'waiting' }), aSession({ status: 'waiting' }), null],
  [running, aSession(one('1', 'completed')), 'finished'],
  [running, aSession({ status: 'queued', ...one('1', 'completed') }), 'finished'],
  [running, aSession(one('1', 'failed')), 'failed'],
  [running, aSession(one('1', 'interrupted')), 'failed'],
  [running, aSession(one('1', 'cancelled')), null],
  [aSession(one('1', 'completed')), aSession({ ...one('1', 'completed'), title: 'Renamed' }), null],
  [aSession(one('1', 'completed')), aSession({ status: 'running', ...one('1', 'completed') }), null],
])('tells what is new (%#)', (before, after, expected) => {
  expect(toNotice(before, after)).toBe(expected);
});

class FakeNotification {
  static permission = 'default';
  static answer = 'granted';
  static shown: FakeNotification[] = [];
  static requestPermission = vi.fn(async () => {
    FakeNotification.permission = FakeNotification.answer;
    return FakeNotification.answer;
  });
  onclick: () => void = () => {};
  close = vi.fn();
  readonly title: string;
  readonly options: { body: string; tag: string };
  constructor(title: string, options: { body: string; tag: string }) {
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }
}

beforeEach(() => {
  vi.stubGlobal('Notification', FakeNotification);
  Object.assign(FakeNotification, { permission: 'default', answer: 'granted', shown: [] });
  FakeNotification.requestPermission.mockClear();
});

afterEach(() => {
  turnNotificationsOff();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function setUp(hidden = true) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  const client = createFakeClient();
  const location = memoryLocation({ path: '/', record: true });
  client.setSessions([running]);
  render(
    <Router hook={location.hook}>
      <ClientProvider client={client}>
        <Notifier />
      </ClientProvider>
    </Router>,
  );
  const end = () => act(() => client.setSessions([aSession(one('1', 'completed'))]));
  return { client, location, end };
}

test('asks for nothing by itself, and shows nothing that nobody asked for', () => {
  const { end } = setUp();
  end();
  expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  expect(FakeNotification.shown).toEqual([]);
});

test('shows that a session is done while the page is hidden, and leads there', async () => {
  expect(await turnNotificationsOn()).toBe(true);
  const { end, location } = setUp();
  end();
  const [shown] = FakeNotification.shown;
  expect(shown).toMatchObject({
    title: 'A session',
    options: { body: 'The answer is there.', tag: running.id },
  });
  shown?.onclick();
  await waitFor(() => expect(location.history.at(-1)).toBe(`/s/${running.id}`));
});

test('is silent while the page is looked at, and after it was turned off', async () => {
  await turnNotificationsOn();
  setUp(false).end();
  expect(FakeNotification.shown).toEqual([]);
  turnNotificationsOff();
  setUp().end();
  expect(FakeNotification.shown).toEqual([]);
});

test('a refusal is told, and nothing is on', async () => {
  FakeNotification.answer = 'denied';
  expect(await turnNotificationsOn()).toBe(false);
  expect(areNotificationsOn()).toBe(false);
});
