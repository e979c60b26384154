// The tools of the web through the whole server: what is private stays closed also when it was allowed, and a search
// goes to the service that the owner set.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reply } from '@slipstream/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { eventsOf, turnEvents, waitForEnd, waitForEvent } from '../support/reading.ts';
import { type RealServer, startRealServer } from '../support/real-server.ts';

/** A service on this machine that notes what it is asked. */
async function startService(body: string) {
  const asked: string[] = [];
  const service = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        service.closeAllConnections();
        service.close(() => resolve());
      }),
  );
  return { asked, url: `http://127.0.0.1:${(service.address() as AddressInfo).port}` };
}

async function send(server: RealServer) {
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  const { turnId } = ack;
  const requests = () =>
    eventsOf(socket.frames.items, sessionId).filter((event) => event.type === 'approval.requested');
  return {
    requests,
    async allow(decision: 'allow_once' | 'allow_session') {
      await waitForEvent(socket, sessionId, 'approval.requested');
      const [request] = requests();
      if (request?.type !== 'approval.requested') throw new Error('No request.');
      const { approvalId } = request;
      await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision });
    },
    async results() {
      await waitForEnd(socket, turnId);
      return turnEvents(socket.frames.items, sessionId, turnId).flatMap((event) =>
        event.type === 'tool.finished' ? [{ status: event.status, output: event.output }] : [],
      );
    },
  };
}

test('An address of this machine is not fetched, also when it was allowed', async () => {
  const service = await startService('secret');
  const server = await startRealServer([
    [reply.toolCall('web_fetch', { url: `${service.url}/secret` })],
    [reply.text('I could not.')],
  ]);
  const turn = await send(server);
  await turn.allow('allow_session');
  expect(await turn.results()).toEqual([
    { status: 'error', output: expect.stringContaining('not on the public Internet') },
  ]);
  expect(service.asked).toEqual([]);
});

test('An address in disguise is refused before anybody is asked', async () => {
  const server = await startRealServer([
    [reply.toolCall('web_fetch', { url: 'http://2130706433/' })],
    [reply.text('I could not.')],
  ]);
  const turn = await send(server);
  expect(await turn.results()).toEqual([
    { status: 'error', output: expect.stringContaining('not written in its plain form, 127.0.0.1') },
  ]);
  expect(turn.requests()).toEqual([]);
});

test('A search goes to the service of the owner, and is asked for once', async () => {
  const results = [{ title: 'Found it', url: 'https://a.test/', content: 'words' }];
  const service = await startService(JSON.stringify({ results }));
  const server = await startRealServer(
    [
      [reply.toolCall('web_search', { query: 'one' })],
      [reply.toolCall('web_search', { query: 'two' })],
      [reply.text('Found.')],
    ],
    { SEARCH_URL: service.url },
  );
  const turn = await send(server);
  await turn.allow('allow_session');
  const found = { status: 'ok', output: expect.stringContaining('1. Found it\n   https://a.test/') };
  expect(await turn.results()).toEqual([found, found]);
  expect(turn.requests()).toHaveLength(1);
  expect(service.asked).toEqual(['/search?q=one&format=json', '/search?q=two&format=json']);
});

test('A list of tasks asks for nothing and is kept with the turn', async () => {
  const todos = [{ text: 'Look', status: 'in_progress' }];
  const server = await startRealServer([[reply.toolCall('todo_write', { todos })], [reply.text('Done.')]]);
  const turn = await send(server);
  expect(await turn.results()).toEqual([{ status: 'ok', output: '0 of 1 done.\n[>] Look' }]);
  expect(turn.requests()).toEqual([]);
});
