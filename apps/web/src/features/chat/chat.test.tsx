import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeIntersections } from '../../testing/fake-observers.ts';
import {
  aMessage,
  anAnswer,
  aSession,
  realModels,
  sessionId,
  turnEvents,
  userMessageId,
} from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

const make = turnEvents(Date.now());
const here = `/s/${sessionId}`;
const running = [make.started('do it'), make.step(1), make.say(1, 'Part of it')];

test('the start page says what this is; a thing to try is sent and gives the chat its address', async () => {
  const { press, called, field } = await showApp();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Give it a task. Watch it work.');
  await press(/List files/);
  const [id, text] = called('send')[0] ?? [];
  expect(text).toBe('List files');
  expect(location.pathname).toBe(`/s/${id}`);
  expect(screen.getByText('Sending…')).toBeTruthy();
  expect(field().value).toBe('');
});

test('what is typed for a new chat is sent to an id made here, and the next new chat has another', async () => {
  const { send, called } = await showApp();
  send('first');
  fireEvent.click(screen.getAllByRole('link', { name: 'New chat' })[0] as HTMLElement);
  expect(location.pathname).toBe('/');
  send('second');
  const ids = called('send').map(([id]) => String(id));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

test('the typing field stays the same element when the chat gets its address', async () => {
  const { field, send } = await showApp();
  const before = field();
  send('hello');
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
});

test('a chat is kept subscribed while it is shown', async () => {
  const { called } = await showApp(here, (client) => client.setSessions([aSession()]));
  const balance = called('open').length - called('closeSession').length;
  expect(balance).toBe(1);
  fireEvent.click(screen.getAllByRole('link', { name: 'New chat' })[0] as HTMLElement);
  const open = called('open').filter(([id]) => id === sessionId).length;
  expect(called('closeSession').filter(([id]) => id === sessionId)).toHaveLength(open);
});

test('Stop and Esc stop the running turn; a second Esc does nothing', async () => {
  const { press, called, change } = await showApp(here, (client) => client.play(sessionId, running));
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  expect(called('stop')).toEqual([]);
  await press('Stop');
  expect(called('stop')).toEqual([[sessionId]]);
  expect(screen.getAllByText('Stopping…').length).toBeGreaterThan(0);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(called('stop')).toHaveLength(1);
  await change((client) =>
    client.play(sessionId, [make.finished({ status: 'cancelled', text: 'Part of it' })]),
  );
  expect(document.querySelector('[data-ending]')?.textContent).toMatch(
    /^Stopped. Ended: the request to the model, [0-9.]+ m?s\.Continue$/,
  );
  expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
});

test('Esc stops while nothing is open, and nothing while nothing runs', async () => {
  const { called, change } = await showApp(here, (client) => client.play(sessionId, running));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(called('stop')).toHaveLength(1);
  await change((client) => client.play(sessionId, [make.finished({ text: 'x' })]));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(called('stop')).toHaveLength(1);
});

test('messages that wait stand above the composer and can be removed', async () => {
  const { press, called, change } = await showApp(here, (client) => {
    client.play(sessionId, running);
    client.setState(sessionId, { queue: [{ messageId: 'q', text: 'and then this', turnId: 't' }] });
  });
  expect(screen.getByRole('region', { name: 'Queued messages' }).textContent).toContain('and then this');
  await press('Remove from the queue: and then this');
  expect(called('unqueue')).toEqual([[sessionId, 'q']]);
  expect(screen.queryByRole('region', { name: 'Queued messages' })).toBeNull();
  await change(() => {});
});

test('a message that can never be sent can be edited or discarded, and is not offered to be sent again', async () => {
  const pending = { createdAt: '', state: 'failed', error: { code: 'too_large', message: '' } } as const;
  const { press, field } = await showApp(here, (client) =>
    client.setState(sessionId, {
      pending: [
        { ...pending, messageId: 'p', text: 'too much' },
        { ...pending, messageId: 'q', text: 'more of it' },
      ],
    }),
  );
  const first = () => document.querySelector<HTMLElement>('[data-refused]') ?? document.body;
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  fireEvent.click(within(first()).getByRole('button', { name: 'Discard' }));
  expect(first().textContent).toContain('more of it');
  expect(document.activeElement).toBe(field());
  await press('Discard');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field().value).toBe('');
});

test('a refused message is not in the conversation, which goes on and can be changed as ever', async () => {
  const refused = { messageId: 'p', createdAt: '', state: 'failed' } as const;
  const text = 'too much '.repeat(100);
  const { press, field } = await showApp(here, (client) =>
    client.setState(sessionId, {
      messages: [aMessage(), anAnswer()],
      pending: [{ ...refused, text, error: { code: 'too_large', message: '' } }],
    }),
  );
  const conversation = within(screen.getByRole('region', { name: 'Conversation' }));
  expect(conversation.queryByText(/too much/)).toBeNull();
  expect(conversation.getByRole('button', { name: 'Edit and send again' })).toBeTruthy();
  const list = screen.getByRole('list', { name: 'Messages that were not sent' });
  expect(list.compareDocumentPosition(field())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(list.querySelector('p')?.textContent).toBe(text.slice(0, 300));
  fireEvent.change(field(), { target: { value: 'what is being written' } });
  await press('Edit');
  expect(field().value).toBe(`${text}\n\nwhat is being written`);
  expect(screen.queryByRole('list', { name: 'Messages that were not sent' })).toBeNull();
});

test('a refused message says why, and can be sent again or edited', async () => {
  const pending = { messageId: 'p', text: 'too much', createdAt: '', state: 'failed' } as const;
  const { press, called, field } = await showApp(here, (client) =>
    client.setState(sessionId, {
      pending: [{ ...pending, error: { code: 'busy', message: '' } }],
    }),
  );
  expect(screen.getByRole('alert').textContent).toContain(
    'Not sent. The session is working on something else.',
  );
  await press('Send again');
  expect(called('retryMessage')).toEqual([[sessionId, 'p']]);
  await press('Edit');
  expect(field().value).toBe('too much');
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Retry answers the same message again', async () => {
  const error = { kind: 'network', message: 'ECONNREFUSED', retryable: true } as const;
  const { press, called } = await showApp(here, (client) =>
    client.setState(sessionId, {
      session: aSession(),
      messages: [aMessage({ text: 'the task' }), anAnswer({ status: 'failed', text: '', error })],
    }),
  );
  await press('Retry');
  expect(called('regenerate')).toEqual([[sessionId, anAnswer().id]]);
  expect(called('send')).toEqual([]);
});

test('an edited message is sent to stand where the first version stands', async () => {
  const { press, called } = await showApp(here, (client) =>
    client.setState(sessionId, {
      session: aSession(),
      messages: [aMessage({ text: 'the task', parentId: 'p' }), anAnswer({ text: 'Done.' })],
    }),
  );
  await press('Edit and send again');
  const field = screen.getByRole('textbox', { name: 'Edit and send again' });
  fireEvent.change(field, { target: { value: 'the other task' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(called('send')).toEqual([[sessionId, 'the other task', { parentId: 'p' }]]);
});

test('an answer is announced when it is complete, never while it streams', async () => {
  const { change } = await showApp(here, (client) => client.play(sessionId, running));
  const announcer = document.querySelector('[data-announcer]');
  expect(announcer?.getAttribute('aria-live')).toBe('polite');
  expect(announcer?.textContent).toBe('');
  await change((client) => client.play(sessionId, [make.say(1, ' and more')]));
  expect(announcer?.textContent).toBe('');
  await change((client) => client.play(sessionId, [make.finished({ text: 'All.' })]));
  expect(announcer?.textContent).toBe('The answer is complete.');
});

test('the title names the chat and says whether it works or waits', async () => {
  const { change } = await showApp(here, (client) =>
    client.setState(sessionId, { session: aSession({ title: 'Tidy up' }) }),
  );
  expect(document.title).toBe('Tidy up · Slipstream');
  await change((client) => client.play(sessionId, running));
  expect(document.title).toBe('● Tidy up · Slipstream');
  await change((client) =>
    client.play(sessionId, [make.call(1, '1', 'bash', { command: 'ls' }), make.ask('1', 'bash', 'why')]),
  );
  expect(document.title).toBe('◆ Tidy up · Slipstream');
});

test('the demo model is named as such, with the way to a real one', async () => {
  const { press } = await showApp();
  expect(screen.getByRole('complementary', { name: 'Demo model' }).textContent).toContain(
    'is not a language model',
  );
  expect(screen.getByRole('button', { name: /^Model: Demo/ }).textContent).toContain(
    'demo, not a language model',
  );
  await press('Connect a model');
  expect((await screen.findByRole('dialog', { name: 'Connect a model' })).textContent).toContain(
    'OPENAI_BASE_URL=',
  );
});

test('a model that was chosen goes with the first message, and is changed in the session afterwards', async () => {
  const { press, send, called, change } = await showApp('/', (client) => client.setModels(realModels));
  expect(screen.queryByRole('complementary', { name: 'Demo model' })).toBeNull();
  await press('Model: gpt-5');
  fireEvent.click(screen.getByRole('menuitemradio', { name: /Demo/ }));
  send('hello');
  expect(called('send')[0]?.[2]).toEqual({ model: 'demo' });
  const id = String(called('send')[0]?.[0]);
  await change((client) => client.setState(id, { session: aSession({ id, model: 'demo' }) }));
  await press(/^Model: Demo/);
  fireEvent.click(screen.getByRole('menuitemradio', { name: /gpt-5/ }));
  expect(called('updateSession')).toEqual([[id, { model: 'gpt-5' }]]);
});

test('an approval is answered in the conversation', async () => {
  const asked = [...running, make.call(1, '1', 'bash', { command: 'ls' }), make.ask('1', 'bash', 'why')];
  const { press, called } = await showApp(here, (client) => client.play(sessionId, asked));
  await press('Allow for this session');
  expect(called('answerApproval')[0]?.slice(2)).toEqual(['allow_session', undefined]);
});

test('an address that names no chat says so, and so does a chat that is gone', async () => {
  const { change } = await showApp('/s/nonsense');
  expect(screen.getByText('There is no chat at this address.')).toBeTruthy();
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(document.body);
  history.pushState(null, '', here);
  await change((client) => client.setState(sessionId, { deleted: true }));
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(await screen.findByText('This chat was deleted.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('New chat'));
});

test('earlier messages are fetched on demand', async () => {
  const { press, called } = await showApp(here, (client) =>
    client.setState(sessionId, { messages: [aMessage({ id: userMessageId })], hasMore: true }),
  );
  await press('Show earlier messages');
  expect(called('loadOlder')).toContainEqual([sessionId]);
});

test('a chat whose newest message is too large for a snapshot is not taken for an empty one', async () => {
  const { press, called } = await showApp(here, (client) =>
    client.setState(sessionId, { messages: [], hasMore: true }),
  );
  await press('Show earlier messages');
  expect(called('loadOlder')).toContainEqual([sessionId]);
});

test('a failure to fetch them is told once, and does not repeat by itself', async () => {
  const intersections = fakeIntersections();
  const { client } = await showApp(here, (fake) =>
    fake.setState(sessionId, { messages: [aMessage()], hasMore: true }),
  );
  const loadOlder = vi.spyOn(client, 'loadOlder').mockRejectedValue(new Error('gone'));
  const mark = screen.getByRole('button', { name: 'Show earlier messages' }).parentElement;
  await act(async () => mark && intersections.show(mark, true));
  const seen = intersections.made();
  expect(loadOlder).toHaveBeenCalledTimes(1);
  expect(screen.getByText('The server cannot be reached right now.')).toBeTruthy();
  await act(async () => client.setState(sessionId, { loadingOlder: true }));
  await act(async () => client.setState(sessionId, { loadingOlder: false }));
  expect(intersections.made()).toBe(seen);
  intersections.restore();
});
