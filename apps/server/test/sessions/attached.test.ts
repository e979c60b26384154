import { createAttached, type PromptMessage, type StoredAttachment } from '@slipstream/agent';
import type { Message } from '@slipstream/protocol';
import { createScriptedModel, reply, sequentialId } from '@slipstream/testkit';
import { expect, it } from 'vitest';

const id = (n: number) => sequentialId(n, 4);
const file = (n: number, with_: Partial<StoredAttachment>): StoredAttachment => ({
  id: id(n),
  sessionId: 's',
  name: `file-${n}`,
  mediaType: 'text/plain',
  bytes: 1,
  sha256: `hash-${n}`,
  text: null,
  note: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...with_,
});
const stored = [
  file(1, { text: 'x'.repeat(70_000) }),
  ...Array.from({ length: 10 }, (_, n) => file(n + 2, { mediaType: 'image/png' })),
];
const store = {
  add: async () => {},
  get: async (wanted: string) => stored.find((each) => each.id === wanted),
  removeOf: async () => [],
  removeUnsent: async () => [],
  unused: async () => [],
};
const files = { readBase64: async (sha256: string) => `bytes of ${sha256}` };
const message = (attachments: string[]): Message => ({
  id: 'm',
  sessionId: 's',
  parentId: null,
  role: 'user',
  text: 'look',
  attachments,
  turnId: 't',
  status: 'completed',
  siblings: [],
  createdAt: '2026-01-01T00:00:00.000Z',
});

it('gives a model that sees the images of the messages that name them, the newest eight', async () => {
  const attached = createAttached({ store, files }, true);
  const all = stored.slice(1).map((each) => each.id);
  const older = await attached.read(message(all.slice(0, 3)));
  const newer = await attached.read(message(all.slice(3)));
  const inner = createScriptedModel([[reply.text('Seen.')]]);
  const messages: PromptMessage[] = [
    { role: 'user', text: older.text },
    { role: 'assistant', text: 'Seen.', reasoning: '', calls: [] },
    { role: 'user', text: newer.text },
  ];
  const request = { system: '', messages, tools: [], maxOutputTokens: 9 };
  for await (const _ of attached.around(inner).stream(request, new AbortController().signal));
  const sent = inner.calls[0]?.request.messages ?? [];
  const images = sent.map((each) => ('images' in each ? each.images?.map(({ base64 }) => base64) : null));
  expect(images).toEqual([
    ['bytes of hash-2'],
    null,
    [5, 6, 7, 8, 9, 10, 11].map((n) => `bytes of hash-${n}`),
  ]);
});

it('cuts a long text, tells one that cannot see of its images, and leaves plain messages alone', async () => {
  const attached = createAttached({ store, files }, false);
  const { text } = await attached.read(message([id(1), id(2), id(99)]));
  expect(text).toContain('[cut: 10000 more characters]');
  expect(text).toContain('This model cannot see images.');
  const plain = message([]);
  expect(await attached.read(plain)).toBe(plain);
  const model = createScriptedModel([]);
  expect(attached.around(model)).toBe(model);
});
