// Every provider stream case through the whole server, over real sockets: what a client sees, what is stored as message
// and as trajectory, and what the provider is sent next, are the case's one result.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  createReplayServer,
  type Expected,
  loadCases,
  type ProviderCase,
  type ReplayServer,
  type SeenRequest,
} from '@slipstream/models/testing';
import {
  foldEvents,
  type Json,
  type Message,
  openArgsBytes,
  outputPreviewBytes,
  previewArgs,
  type ToolCallView,
  type Trajectory,
  type TurnView,
  toEvents,
} from '@slipstream/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/boot/start-server.ts';
import { toConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/ops/log.ts';
import { turnEvents, viewOf, waitForEnd } from '../support/reading.ts';
import { makeLastingFolder } from '../support/real-server.ts';
import { openSocket, type TestSocket } from '../support/test-socket.ts';

const cases = loadCases();
const byId = new Map(cases.map((each) => [each.id, each]));
const done = `data: {"choices":[{"delta":{"content":"Done."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;

let provider: ReplayServer;
let server: RunningServer;
let socket: TestSocket;
let removeFolder: () => void;

type WireMessage = { role: string; content?: string; tool_calls?: WireCall[]; tool_call_id?: string };
type WireCall = { id: string; function: { name: string; arguments: string }; extra_content?: unknown };
const messagesOf = (request: SeenRequest) => request.json['messages'] as WireMessage[];

/** The case's own answer to its first question, and a plain one to whatever follows. */
beforeAll(async () => {
  provider = await createReplayServer((request) => {
    const first = messagesOf(request).at(-1);
    const found = byId.get(request.path.split('/')[1] ?? '');
    if (found && first?.role === 'user' && first.content === 'go') return found;
    return { headers: { 'content-type': 'text/event-stream' }, pieces: [done] };
  });
  const { folder, remove } = makeLastingFolder();
  removeFolder = remove;
  const providers = cases.map(({ id }) => `  - { name: "${id}", baseUrl: "${provider.origin}/${id}/v1" }`);
  const models = cases.map(({ id }) => `  - { id: "${id}", provider: "${id}" }`);
  const file = `providers:\n${providers.join('\n')}\nmodels:\n${models.join('\n')}\n`;
  const settings = {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    WORKSPACE_DIR: join(folder, 'workspace'),
    MAX_RETRIES: '0',
    REQUEST_TIMEOUT_MS: '1500',
    TITLES: 'rule',
  };
  const config = toConfig(settings, folder, (path) => (path.endsWith('slipstream.yaml') ? file : undefined));
  server = await startServer(config, createLog('silent'), join(folder, 'no-page'));
  socket = await openSocket(server.url);
});
afterAll(async () => {
  await socket.close();
  await server.stop(0);
  await provider.close();
  removeFolder();
});

async function send(sessionId: string, model: string, text: string) {
  const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text, model });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  await waitForEnd(socket, ack.turnId);
  return ack.turnId;
}

async function get<T>(path: string): Promise<T> {
  return (await fetch(`${server.url}${path}`)).json() as Promise<T>;
}

const shapeOf = (expected: Expected) => (text: string) => (expected.trim ? text.trim() : text);

/** Of all right results of a case the one that came. */
function pick({ expected }: ProviderCase, view: TurnView): Expected {
  const [step] = view.steps;
  const fits = (each: Expected) =>
    shapeOf(each)(each.text) === shapeOf(each)(step?.text ?? '') && each.finish === step?.finishReason;
  const found = expected.find(fits) ?? expected[0];
  if (!found) throw new Error('The case expects nothing.');
  return found;
}

function expectView(view: TurnView, expected: Expected): void {
  const shape = shapeOf(expected);
  const [step] = view.steps;
  expect({
    text: shape(step?.text ?? ''),
    reasoning: shape(step?.reasoning ?? ''),
    finish: step?.finishReason,
  }).toEqual({ text: shape(expected.text), reasoning: shape(expected.reasoning), finish: expected.finish });
  const calls = step?.calls ?? [];
  expect(calls.map((call, index) => toSeen(call, expected, index))).toEqual(
    expected.toolCalls.map(({ id, name, argumentsInvalid, arguments: args }) => ({
      id,
      name,
      args: argumentsInvalid ? {} : shown((args ?? {}) as Json),
    })),
  );
  if (expected.usage) expect(step?.usage).toMatchObject({ ...expected.usage, estimated: false });
  else expect(step?.usage).toMatchObject({ estimated: true });
  if (!expected.error) {
    expect(view.error).toBeNull();
    return;
  }
  const { kind, retryable, messageIncludes = '' } = expected.error;
  expect(view).toMatchObject({ status: 'failed', error: { kind, retryable } });
  expect(view.error?.message).toContain(messageIncludes);
}

/** A call that is over shows the beginning of large arguments; they go back to the provider whole. */
function shown(args: Json): Json {
  return previewArgs(previewArgs(args, openArgsBytes), outputPreviewBytes);
}

/** An id that the provider did not give is any. */
function toSeen({ callId, name, args }: ToolCallView, { toolCalls }: Expected, index: number) {
  return { id: toolCalls[index]?.id === null ? null : callId, name, args };
}

/** The request that followed the calls: they go back as they came. */
function expectCallsBack(request: SeenRequest, view: TurnView, expected: Expected): void {
  const [, ...after] = messagesOf(request).slice(messagesOf(request).findLastIndex((m) => m.role === 'user'));
  const [assistant] = after;
  const said = shapeOf(expected)(assistant?.content ?? '');
  expect(said.trim()).toBe(shapeOf(expected)(expected.text).trim());
  const calls = view.steps[0]?.calls ?? [];
  expect(after.slice(1).map((message) => [message.role, message.tool_call_id])).toEqual(
    calls.map(({ callId }) => ['tool', callId]),
  );
  expect(
    assistant?.tool_calls?.map(({ id, function: { name, arguments: args }, extra_content }, index) => ({
      id,
      name,
      args: JSON.parse(args),
      text: expected.toolCalls[index]?.argumentsText === undefined ? undefined : args,
      extra_content,
    })),
  ).toEqual(
    expected.toolCalls.map((call, index) => ({
      id: calls[index]?.callId,
      name: call.name.replace(/[^\w-]/g, '_').slice(0, 64) || '_',
      args: call.argumentsInvalid ? {} : call.arguments,
      text: call.argumentsInvalid && call.argumentsText !== undefined ? '{}' : call.argumentsText,
      extra_content: call.extraContent,
    })),
  );
}

/** The request of the next turn: the answer's text, and nothing of its work. */
function expectTextLater(request: SeenRequest, message: Message): void {
  const wire = messagesOf(request);
  expect(wire.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  const said = wire[2]?.content ?? '';
  if (message.text.trim() !== '') expect(said.startsWith(message.text.toWellFormed())).toBe(true);
  if (message.status === 'completed' && message.text.trim() !== '') expect(said).toBe(message.text);
  expect(JSON.stringify(wire)).not.toMatch(/"tool_calls"|"reasoning_content"|:null/);
}

test.each(cases.map((each) => [each.id, each] as const))('%s', async (id, each) => {
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const turnId = await send(sessionId, id, 'go');
  const requests = () => provider.requests.filter(({ path }) => path.startsWith(`/${id}/`));
  const view = viewOf(socket.frames.items, sessionId, turnId);
  const expected = pick(each, view);
  expectView(view, expected);

  const { messages } = await get<{ messages: Message[] }>(`/api/sessions/${sessionId}/messages`);
  const stored = messages.at(-1);
  const worked = expected.finish === 'tool_calls';
  const shape = shapeOf(expected);
  expect(stored).toMatchObject({ role: 'assistant', status: view.status, turnId });
  expect(shape(stored?.text ?? '')).toBe(worked ? 'Done.' : shape(expected.text));
  expect(stored?.error ?? null).toEqual(view.error);
  expect(stored?.usage).toEqual(view.usage);

  const path = `/api/sessions/${sessionId}/turns/${turnId}/trajectory`;
  const { turn, entries } = await get<Trajectory>(path);
  expect(foldEvents(turnId, toEvents(turn, entries)).steps).toEqual(view.steps);
  expect(turnEvents(socket.frames.items, sessionId, turnId).at(-1)).toMatchObject({ message: stored });

  const asked = requests();
  if (worked) {
    const next = asked.at(-1);
    if (!next || asked.length < 2) throw new Error('The results were not sent.');
    expectCallsBack(next, view, expected);
  }
  await send(sessionId, id, 'and then?');
  const later = requests().at(-1);
  if (!later || !stored) throw new Error('Nothing was asked.');
  expectTextLater(later, stored);
});
