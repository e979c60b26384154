import type { Sessions } from '@slipstream/agent';
import { type ExportFormat, SessionArchive } from '@slipstream/protocol';
import { createScriptedModel, createTestTool, readAll, reply, sequentialId } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { createBench, createReader, messageId, send, sessionId } from './create-bench.ts';

const emptyId = sequentialId(2, 7);

/** A session with a call, an edit and a second answer; the branch that is shown ends with that. */
async function setUp() {
  const model = createScriptedModel([
    [reply.text('I look. '), reply.toolCall('look', { q: 'x' }, { id: 'call-1' })],
    [reply.text('Found it.')],
    [reply.text('You are welcome.')],
    [reply.text('Any time.')],
  ]);
  const bench = await createBench({ model, tools: [createTestTool({ name: 'look', result: 'found' })] });
  const { sessions } = bench;
  const reader = await createReader(sessions);
  const ended = async (begin: Promise<unknown>) => {
    const end = reader.next('turn.finished');
    await begin;
    return end;
  };
  await ended(send(sessions, 1, 'look'));
  const second = await ended(send(sessions, 2, 'thanks'));
  await ended(sessions.regenerate({ sessionId, messageId: second.messageId, channel: 'test' }));
  return bench;
}

const textOf = async (sessions: Sessions, id: string, format: ExportFormat) =>
  (await readAll(await sessions.export(id, format))).join('');

const shown = async (sessions: Awaited<ReturnType<typeof setUp>>['sessions'], id: string) =>
  (await sessions.messages(id, { limit: 50 })).messages.map((each) => each.text);

it('as Markdown is the branch that is shown, with what was done', async () => {
  const { sessions } = await setUp();
  const text = await textOf(sessions, sessionId, 'markdown');
  expect(text).toContain('# look\n');
  expect(text).toContain('## You\n\nlook\n\n## Slipstream\n\n- `look`');
  expect(text).toMatch(/Found it\.\n\n## You\n\nthanks\n\n## Slipstream\n\nAny time\.\n$/);
  expect(text).not.toContain('You are welcome.');
});

it('as JSONL is one training example for each turn of the branch', async () => {
  const { sessions } = await setUp();
  const lines = (await textOf(sessions, sessionId, 'jsonl')).trim().split('\n');
  const look = {
    role: 'assistant',
    content: 'I look. ',
    tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'look', arguments: '{"q":"x"}' } }],
  };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      messages: [
        { role: 'user', content: 'look' },
        look,
        { role: 'tool', tool_call_id: 'call-1', content: 'found' },
        { role: 'assistant', content: 'Found it.' },
      ],
      tools: [{ type: 'function', function: expect.objectContaining({ name: 'look' }) }],
    },
    {
      messages: [
        { role: 'user', content: 'look' },
        { role: 'assistant', content: 'Found it.', weight: 0 },
        { role: 'user', content: 'thanks' },
        { role: 'assistant', content: 'Any time.' },
      ],
    },
  ]);
});

it('as JSON has all branches, and can be taken in again as often as one likes', async () => {
  const { sessions, close, folder } = await setUp();
  const archive = SessionArchive.parse(JSON.parse(await textOf(sessions, sessionId, 'json')));
  expect(archive.messages.map((each) => each.text)).toContain('You are welcome.');
  const copies = [await sessions.import(archive), await sessions.import(archive)];
  expect(new Set([sessionId, ...copies.map((copy) => copy.id)]).size).toBe(3);
  for (const copy of copies) {
    expect(copy).toMatchObject({ title: 'look', messageCount: 5, status: 'idle' });
    expect(await shown(sessions, copy.id)).toEqual(['look', 'Found it.', 'thanks', 'Any time.']);
  }
  const [copy] = copies;
  if (!copy) throw new Error('Nothing was imported.');
  const { messages } = await sessions.messages(copy.id, { limit: 9 });
  expect(messages[3]?.siblings).toHaveLength(2);
  const { entries } = await sessions.trajectory(copy.id, messages[1]?.turnId ?? '');
  expect(entries.map((entry) => entry.kind)).toEqual(['step', 'tool', 'step']);
  expect((await sessions.search({ q: 'welcome', limit: 9 })).hits).toHaveLength(3);
  expect(await textOf(sessions, copy.id, 'jsonl')).toBe(await textOf(sessions, sessionId, 'jsonl'));

  await sessions.delete(sessionId);
  expect((await sessions.search({ q: 'welcome', limit: 9 })).hits).toHaveLength(2);
  await close();
  const again = await createBench({ folder, idSpace: 5, model: [[reply.text('Still here.')]] });
  const reader = await createReader(again.sessions, copy.id);
  const end = reader.next('turn.finished');
  await send(again.sessions, 9, 'and now?', { session: copy.id });
  expect(await end).toMatchObject({ text: 'Still here.' });
  expect(await shown(again.sessions, copy.id)).toHaveLength(6);
});

it('as JSON is written as a whole one would be', async () => {
  const { sessions } = await setUp();
  const text = await textOf(sessions, sessionId, 'json');
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  await sessions.create({ id: emptyId });
  const empty = JSON.parse(await textOf(sessions, emptyId, 'json'));
  expect(empty).toMatchObject({ messages: [], turns: [], attachments: [], session: { id: emptyId } });
});

it('is as the session was when it began, but for what was deleted since', async () => {
  const { sessions } = await setUp();
  const pieces = await sessions.export(sessionId, 'json');
  const reader = await createReader(sessions);
  const end = reader.next('turn.finished');
  await send(sessions, 7, 'said later');
  await end;
  expect((await readAll(pieces)).join('')).not.toContain('said later');
  const more = await sessions.export(sessionId, 'markdown');
  await sessions.deleteMessage(sessionId, messageId(2));
  const text = (await readAll(more)).join('');
  expect(text).toContain('Found it.');
  expect(text).not.toContain('thanks');
});

it('as JSONL has the end of a long conversation before each question, so that it grows with it', async () => {
  const word = 'x'.repeat(20_000);
  const model = createScriptedModel(() => [reply.text(word)]);
  const { sessions } = await createBench({ model });
  const reader = await createReader(sessions);
  for (let n = 1; n <= 12; n += 1) {
    const end = reader.next('turn.finished');
    await send(sessions, n, `question ${n}`);
    await end;
  }
  const lines = (await textOf(sessions, sessionId, 'jsonl')).trim().split('\n');
  expect(lines).toHaveLength(12);
  const last: { messages: { role: string; content: string; weight?: number }[] } = JSON.parse(
    lines.at(-1) ?? '',
  );
  expect(last.messages.map(({ content }) => content)).toEqual([
    ...['question 9', word, 'question 10', word, 'question 11', word],
    ...['question 12', word],
  ]);
  expect(last.messages.map(({ weight }) => weight)).toEqual([
    ...[undefined, 0, undefined, 0, undefined, 0, undefined, undefined],
  ]);
});

it.each([
  [
    'in a circle',
    ({ messages: [first, ...rest], session }: SessionArchive) => ({
      messages: first ? [{ ...first, parentId: session.headId }, ...rest] : [],
    }),
    /does not come before it/,
  ],
  [
    'with a message twice',
    ({ messages }: SessionArchive) => ({ messages: [...messages, ...messages] }),
    /twice/,
  ],
  [
    'with an unknown end',
    ({ session }: SessionArchive) => ({ session: { ...session, headId: emptyId } }),
    /ends with/,
  ],
  ['with a turn twice', ({ turns }: SessionArchive) => ({ turns: [...turns, ...turns] }), /twice/],
] as const)('of a document %s is refused', async (_, spoil, why) => {
  const { sessions } = await setUp();
  const archive = SessionArchive.parse(JSON.parse(await textOf(sessions, sessionId, 'json')));
  await expect(sessions.import({ ...archive, ...spoil(archive) })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(why),
  });
  expect((await sessions.list({ limit: 9, archived: false })).sessions).toHaveLength(1);
});

it('does not bring its own permissions, and brings what was done in short', async () => {
  const { sessions } = await setUp();
  const archive = SessionArchive.parse(JSON.parse(await textOf(sessions, sessionId, 'json')));
  const modes = ['auto', 'accept-edits', 'default', 'plan'] as const;
  const taken = [];
  for (const mode of modes)
    taken.push((await sessions.import({ ...archive, session: { ...archive.session, mode } })).mode);
  expect(taken).toEqual(['default', 'default', 'default', 'plan']);

  const digest = { text: 'Commands: npm test', files: ['a.ts'] };
  const messages = archive.messages.map((each) => (each.role === 'assistant' ? { ...each, digest } : each));
  const copy = await sessions.import({ ...archive, messages });
  const again = SessionArchive.parse(JSON.parse(await textOf(sessions, copy.id, 'json')));
  expect(again.messages.map((each) => each.digest)).toEqual(messages.map((each) => each.digest));
});

it('of a session that is not there is refused', async () => {
  const { sessions } = await createBench();
  await expect(sessions.export(sessionId, 'json')).rejects.toMatchObject({ code: 'not_found' });
});
