// Files that go with messages, through the whole server: kept by what they are, given to the model, and gone with the
// chat.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Message, SessionArchive } from '@slipstream/protocol';
import { reply } from '@slipstream/testkit';
import { expect, test, vi } from 'vitest';
import { makeDocx, makePdf, png } from '../support/documents.ts';
import { waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

const toInfo = ({ data: _, ...info }: NonNullable<SessionArchive['attachments']>[number]) => info;

type Attachment = { id: string; name: string; mediaType: string; bytes: number; note?: string };

async function setUp(env = {}) {
  const server = await startRealServer([[reply.text('Seen.')], [reply.text('Again.')]], env);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer> | string) => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const response = await fetch(`${server.url}/api/sessions/${sessionId}/attachments`, {
      method: 'POST',
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Attachment & { code?: string } };
  };
  const send = async (text: string, attachments: string[]) => {
    const message = { type: 'message.send', sessionId, messageId: randomUUID(), text, attachments } as const;
    return socket.ask(message);
  };
  const kept = () =>
    readdirSync(join(server.folder, 'data', 'attachments'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    ).length;
  return { server, socket, sessionId, upload, send, kept };
}

test('Text, PDF and DOCX are read to the model, an image is named where it cannot be seen', async () => {
  const { server, socket, sessionId, upload, send } = await setUp();
  const files = [
    await upload('notes.ts', 'const canary = "hidden treasure";\n'),
    await upload('paper.pdf', makePdf('Rivers of Europe')),
    await upload('letter.docx', makeDocx('Dear reader')),
    await upload('../../photo.exe', png),
  ];
  expect(files.map(({ status, body }) => [status, body.name, body.mediaType])).toEqual([
    [201, 'notes.ts', 'text/plain; charset=utf-8'],
    [201, 'paper.pdf', 'application/pdf'],
    [201, 'letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    [201, 'photo.exe', 'image/png'],
  ]);
  const sent = await send(
    'read these',
    files.map(({ body }) => body.id),
  );
  if (sent.type !== 'ack' || !sent.turnId) throw new Error(`No ack: ${JSON.stringify(sent)}`);
  await waitForEnd(socket, sent.turnId);
  const asked = JSON.stringify(server.provider.requests[0]?.body);
  expect(asked).toContain('hidden treasure');
  expect(asked).toContain('Rivers of Europe');
  expect(asked).toContain('Dear reader');
  expect(asked).toContain('This model cannot see images.');
  const { body } = await server.get(`/api/sessions/${sessionId}/messages`);
  expect(body).toMatchObject({
    messages: [
      {
        text: 'read these',
        attachments: files.map((file) => file.body.id),
        files: [{ name: 'notes.ts' }, {}, {}, {}],
      },
      { text: 'Seen.' },
    ],
  });
});

test('What is sent out is never active: its own type for pictures, a download for all else', async () => {
  const { server, upload } = await setUp();
  const html = await upload('page.html', '<script>alert(1)</script>');
  const image = await upload('a.png', png);
  const get = (id: string) => fetch(`${server.url}/api/attachments/${id}`);
  const page = await get(html.body.id);
  expect(page.headers.get('content-type')).toBe('application/octet-stream');
  expect(page.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''page.html");
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('content-security-policy')).toContain('sandbox');
  const picture = await get(image.body.id);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(new Uint8Array(await picture.arrayBuffer())).toEqual(png);
  expect((await get(randomUUID())).status).toBe(404);
});

test('What no model can be given, and what is too large or of another chat, is refused', async () => {
  const { upload, send, kept } = await setUp({ MAX_ATTACHMENT_MB: '1' });
  expect(await upload('a.exe', new Uint8Array([77, 90, 0, 0, 1]))).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', details: { reason: 'kind' } },
  });
  expect(await upload('empty.txt', '')).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', details: { reason: 'empty' } },
  });
  expect(await upload('big.txt', 'x'.repeat(1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { code: 'too_large', details: { maxBytes: 1024 * 1024 } },
  });
  expect(await send('x', [randomUUID()])).toMatchObject({ type: 'error', code: 'not_found' });
  const broken = await upload('broken.pdf', '%PDF-1.7 and nothing more');
  expect(broken.body.note).toContain('could not be read');
  expect(kept()).toBe(1);
});

test('The same file is kept once, and goes with the last chat that has it', async () => {
  const { server, sessionId, upload, kept } = await setUp();
  await upload('one.txt', 'the same');
  await upload('two.txt', 'the same');
  expect(kept()).toBe(1);
  await fetch(`${server.url}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: sessionId }),
  });
  const deleted = await fetch(`${server.url}/api/sessions/${sessionId}`, { method: 'DELETE' });
  expect(deleted.status).toBe(204);
  expect(kept()).toBe(0);
});

test('What a crash left without an owner is removed at the next start, and nothing else', async () => {
  const { server, upload, kept } = await setUp();
  const { body } = await upload('one.txt', 'somebody has this');
  const lost = 'c0ffee'.padEnd(64, '0');
  mkdirSync(join(server.folder, 'data', 'attachments', 'c0'), { recursive: true });
  writeFileSync(join(server.folder, 'data', 'attachments', 'c0', lost), 'nobody has this');
  expect(kept()).toBe(2);
  await server.restart();
  await vi.waitFor(() => expect(kept()).toBe(1));
  const got = await fetch(`${server.url}/api/attachments/${body.id}`);
  expect(await got.text()).toBe('somebody has this');
});

test('Files go along in the JSON export, and are found out anew when it is taken in', async () => {
  const { server, socket, sessionId, upload, send, kept } = await setUp({ MAX_ATTACHMENT_MB: '1' });
  const files = [await upload('notes.ts', 'const canary = 1;\n'), await upload('photo.png', png)];
  const sent = await send(
    'read these',
    files.map(({ body }) => body.id),
  );
  if (sent.type !== 'ack' || !sent.turnId) throw new Error(`No ack: ${JSON.stringify(sent)}`);
  await waitForEnd(socket, sent.turnId);
  const archive = SessionArchive.parse(
    await (await fetch(`${server.url}/api/sessions/${sessionId}/export?format=json`)).json(),
  );
  expect(archive.attachments?.map(({ name, data }) => [name, data !== undefined])).toEqual([
    ['notes.ts', true],
    ['photo.png', true],
  ]);
  expect((await fetch(`${server.url}/api/sessions/${sessionId}`, { method: 'DELETE' })).status).toBe(204);
  expect(kept()).toBe(0);

  const take = async (attachments: SessionArchive['attachments']) => {
    const response = await fetch(`${server.url}/api/sessions/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...archive, attachments }),
    });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    const { body } = await server.get(`/api/sessions/${id}/messages`);
    return (body as { messages: Message[] }).messages[0];
  };
  const message = await take(archive.attachments);
  expect(message?.files?.map(({ name, mediaType }) => [name, mediaType])).toEqual([
    ['notes.ts', 'text/plain; charset=utf-8'],
    ['photo.png', 'image/png'],
  ]);
  expect(message?.attachments).not.toContain(files[0]?.body.id);
  const picture = await fetch(`${server.url}/api/attachments/${message?.attachments[1]}`);
  expect(new Uint8Array(await picture.arrayBuffer())).toEqual(png);
  await server.restart();
  expect(kept()).toBe(2);

  // Whatever the document says of them: what is none that can be attached, too large, or not along, is left out.
  const [text, image] = archive.attachments ?? [];
  if (!text || !image) throw new Error('The archive has no files.');
  const odd = [
    { ...text, mediaType: 'image/png', data: Buffer.from('MZ\0\0').toString('base64') },
    { ...image, data: Buffer.alloc(1024 * 1024 + 1, 'x').toString('base64') },
  ];
  expect((await take(odd))?.files ?? []).toEqual([]);
  expect((await take([{ ...toInfo(text), leftOut: true }]))?.attachments).toEqual([]);
  expect((await take(undefined))?.attachments).toEqual([]);
});
