// Images that tools give, through the whole server: kept by what they really are, told with the call, given out as
// pictures and nothing else, and gone with the chat. What only says that it is an image is words.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  foldEvents,
  type MessagePage,
  type Session,
  SessionArchive,
  type ShownImage,
  type ToolOutput,
  type Trajectory,
  toEvents,
} from '@slipstream/protocol';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { png } from '../support/documents.ts';
import { waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

const huge = Buffer.from(png);
huge.writeUInt32BE(60_000, 16);
huge.writeUInt32BE(60_000, 20);

/** A turn that reads the files, one call each. */
async function look(files: Record<string, Uint8Array | string>) {
  const server = await startRealServer([
    Object.keys(files).map((path) => reply.toolCall('read_file', { path })),
    [reply.text('Seen.')],
  ]);
  const workspace = join(server.folder, 'workspace');
  await mkdir(workspace, { recursive: true });
  for (const [path, bytes] of Object.entries(files)) await writeFile(join(workspace, path), bytes);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'look' });
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await waitForEnd(socket, sent.turnId);
  const events = socket.frames.items.flatMap((frame) => (frame.type === 'events' ? frame.events : []));
  const kept = () => {
    const folder = join(server.folder, 'data', 'attachments');
    if (!existsSync(folder)) return 0;
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
      .length;
  };
  const trajectoryOf = async (session: string, turn: string) =>
    (await server.get(`/api/sessions/${session}/turns/${turn}/trajectory`)).body as Trajectory;
  return { server, sessionId, turnId: sent.turnId, events, kept, trajectoryOf };
}

const imagesOf = ({ entries }: Trajectory) =>
  entries.flatMap(({ kind, output }) => (kind === 'tool' ? [(output as ToolOutput).images ?? []] : []));

test('A picture is told with its call, live and afterwards, and given out as a picture', async () => {
  const { server, sessionId, turnId, events, kept, trajectoryOf } = await look({
    'a.png': png,
    'b.png': png,
  });
  const trajectory = await trajectoryOf(sessionId, turnId);
  const images = imagesOf(trajectory).flat();
  expect(images).toEqual([
    { id: expect.any(String), mediaType: 'image/png', bytes: png.length },
    { id: expect.any(String), mediaType: 'image/png', bytes: png.length },
  ]);
  const calls = (view: ReturnType<typeof foldEvents>) => view.steps.flatMap((step) => step.calls);
  const live = calls(foldEvents(turnId, events));
  expect(live.flatMap((call) => call.images ?? [])).toEqual(images);
  expect(calls(foldEvents(turnId, toEvents(trajectory.turn, trajectory.entries)))).toEqual(live);
  expect(kept()).toBe(1);
  const got = await fetch(`${server.url}/api/attachments/${images[0]?.id}`);
  expect(got.headers.get('content-type')).toBe('image/png');
  expect(got.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(got.headers.get('x-content-type-options')).toBe('nosniff');
  expect(new Uint8Array(await got.arrayBuffer())).toEqual(png);
  expect((await fetch(`${server.url}/api/sessions/${sessionId}`, { method: 'DELETE' })).status).toBe(204);
  expect(kept()).toBe(0);
  expect((await fetch(`${server.url}/api/attachments/${images[0]?.id}`)).status).toBe(404);
});

test('What would run, is no picture, or would fill a browser’s memory is not kept', async () => {
  const { sessionId, turnId, kept, trajectoryOf } = await look({
    'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'page.png': '<html><script>alert(1)</script></html>',
    'huge.png': huge,
    'broken.gif': 'GIF89a',
  });
  const trajectory = await trajectoryOf(sessionId, turnId);
  expect(imagesOf(trajectory)).toEqual([[], [], [], []]);
  const outputs = trajectory.entries.flatMap(({ kind, output }) =>
    kind === 'tool' ? [(output as ToolOutput).text] : [],
  );
  expect(outputs[2]).toMatch(/^\[image image\/png/);
  expect(kept()).toBe(0);
});

test('They go along in an archive; one that names others’ images names none', async () => {
  const { server, sessionId, turnId, trajectoryOf } = await look({ 'a.png': png });
  const path = `${server.url}/api/sessions/${sessionId}/export?format=json`;
  const archive = SessionArchive.parse(await (await fetch(path)).json());
  const [foreign] = imagesOf(await trajectoryOf(sessionId, turnId)).flat();
  const take = async (taken: SessionArchive) => {
    const response = await fetch(`${server.url}/api/sessions/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(taken),
    });
    const session = (await response.json()) as Session;
    return trajectoryOf(session.id, session.lastTurn?.turnId ?? '');
  };
  const [own] = imagesOf(await take(archive)).flat();
  expect(own).toMatchObject({ mediaType: 'image/png', bytes: png.length });
  expect(own?.id).not.toBe(foreign?.id);
  expect((await fetch(`${server.url}/api/attachments/${own?.id}`)).status).toBe(200);
  const { turns } = archive;
  expect(imagesOf(await take({ ...archive, attachments: [] }))).toEqual([[]]);
  const hostile = (images: unknown) => ({
    ...archive,
    turns: turns.map(({ turn, entries }) => ({
      turn,
      entries: entries.map((entry) =>
        entry.kind === 'tool' ? { ...entry, output: { ...(entry.output as ToolOutput), images } } : entry,
      ),
    })),
  });
  const many = Array.from({ length: 500 }, (): ShownImage => foreign as ShownImage);
  expect(imagesOf(await take(hostile('all of them')))).toEqual([[]]);
  expect(imagesOf(await take(hostile([{ id: 7 }])))).toEqual([[]]);
  expect(imagesOf(await take(hostile(many)))[0]?.length).toBeLessThanOrEqual(50);
  const { messages } = (await server.get(`/api/sessions/${sessionId}/messages`)).body as MessagePage;
  expect(messages).toHaveLength(2);
});
