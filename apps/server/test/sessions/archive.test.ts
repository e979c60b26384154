import { SessionArchive } from '@slipstream/protocol';
import { createScriptedModel, createTestTool, reply } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { createBench, createReader, send, sessionId } from './create-bench.ts';

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

const shown = async (sessions: Awaited<ReturnType<typeof setUp>>['sessions'], id: string) =>
  (await sessions.messages(id, { limit: 50 })).messages.map((each) => each.text);

it('as Markdown is the branch that is shown, with what was done', async () => {
  const { sessions } = await setUp();
  const text = await sessions.export(sessionId, 'markdown');
  expect(text).toContain('# look\n');
  expect(text).toContain('## You\n\nlook\n\n## Slipstream\n\n- `look`');
  expect(text).toMatch(/Found it\.\n\n## You\n\nthanks\n\n## Slipstream\n\nAny time\.\n$/);
  expect(text).not.toContain('You are welcome.');
});

it('as JSONL is one training example for each turn of the branch', async () => {
  const { sessions } = await setUp();
  const lines = (await sessions.export(sessionId, 'jsonl')).trim().split('\n');
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
  const archive = SessionArchive.parse(JSON.parse(await sessions.export(sessionId, 'json')));
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
  expect(await sessions.export(copy.id, 'jsonl')).toBe(await sessions.export(sessionId, 'jsonl'));

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

it('of a session that is not there is refused', async () => {
  const { sessions } = await createBench();
  await expect(sessions.export(sessionId, 'json')).rejects.toMatchObject({ code: 'not_found' });
});
