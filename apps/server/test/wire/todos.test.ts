// The list of tasks: the session's, the same for every reader, over turns and restarts.
import { randomUUID } from 'node:crypto';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

const writes = (...todos: [text: string, status: string][]) =>
  reply.toolCall('todo_write', { todos: todos.map(([text, status]) => ({ text, status })) });

test('The list outlives its turn and the server, and is replaced and cleared by later ones', async () => {
  const server = await startRealServer([
    [writes(['Look', 'done'], ['Change', 'pending'])],
    [reply.text('Half way.')],
    [writes(['Look', 'done'], ['Change', 'done'])],
    [reply.text('All done.')],
    [reply.text('Something else.')],
  ]);
  const sessionId = randomUUID();
  const open = async () => {
    const socket = await server.connect();
    await socket.ask({ type: 'subscribe', sessionId });
    return { socket, todos: (await socket.snapshot(sessionId)).todos };
  };
  const say = async (text: string) => {
    const { socket } = await open();
    const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text });
    if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
    await waitForEnd(socket, ack.turnId);
  };
  expect((await open()).todos).toBeUndefined();
  await say('go');
  const half = [
    { text: 'Look', status: 'done' },
    { text: 'Change', status: 'pending' },
  ];
  expect((await open()).todos).toEqual(half);
  await server.restart();
  expect((await open()).todos).toEqual(half);
  await say('go on');
  expect((await open()).todos).toEqual(half.map((todo) => ({ ...todo, status: 'done' })));
  await say('and now something else');
  expect((await open()).todos).toBeUndefined();
});

test('A reader who comes while the turn runs has the list, and a call that failed does not change it', async () => {
  const server = await startRealServer([
    [writes(['Look', 'in_progress'])],
    [writes(['Look', 'no such status'])],
    [reply.text('Here'), reply.hang()],
  ]);
  const sessionId = randomUUID();
  const socket = await server.connect();
  await socket.ask({ type: 'subscribe', sessionId });
  await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  await socket.frames.waitFor(
    (frame) => frame.type === 'events' && frame.events.some((event) => event.type === 'text.delta'),
  );
  const late = await server.connect();
  await late.ask({ type: 'subscribe', sessionId });
  const snapshot = await late.snapshot(sessionId);
  expect(snapshot.todos).toEqual([{ text: 'Look', status: 'in_progress' }]);
  expect(snapshot.turn).not.toBeNull();
});
