// A copy of the data folder, made while the server works, is a data folder that another server starts on.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGate, reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { runBackup } from '../../src/backup/run-backup.ts';
import { waitForEnd } from '../support/reading.ts';
import { makeFolder, startRealServer } from '../support/real-server.ts';

test('The copy of a running server is what was stored by then, and can be served', async () => {
  const gate = createGate();
  const server = await startRealServer([[reply.text('First.')], [reply.text('Second'), reply.gate(gate)]]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  const send = async (text: string) => {
    const sent = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text });
    if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
    return sent.turnId;
  };
  await socket.ask({ type: 'subscribe', sessionId });
  await waitForEnd(socket, await send('one'));
  await send('two');
  await gate.reached;
  const to = join(makeFolder(), 'copies', 'today');
  expect(await runBackup(join(server.folder, 'data'), to)).toBe(to);
  await expect(runBackup(join(server.folder, 'data'), to)).rejects.toMatchObject({ code: 'storage' });
  gate.release();

  const copy = await startRealServer([], { DATA_DIR: to });
  const { body } = await copy.get(`/api/sessions/${sessionId}/messages`);
  expect(body).toMatchObject({
    messages: [
      { text: 'one' },
      { text: 'First.' },
      { text: 'two' },
      { role: 'assistant', status: 'interrupted' },
    ],
  });
});

test('A folder without a database is told, and nothing is left of the copy', async () => {
  const to = join(makeFolder(), 'copy');
  await expect(runBackup(makeFolder(), to)).rejects.toMatchObject({ code: 'storage' });
  expect(existsSync(to)).toBe(false);
});
