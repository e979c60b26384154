import { expect, test } from 'vitest';
import { createRecord, createRequestLog } from './request-log.ts';

const body = (text: string) => ({ model: 'm', messages: [{ role: 'user' as const, content: text }] });

test('a request can be awaited before it comes', async () => {
  const log = createRequestLog();
  const second = log.waitForRequest(2);
  log.add(createRecord(1, {}, body('a')).request);
  log.add(createRecord(2, {}, body('b')).request);
  expect((await second).lastUserText).toBe('b');
  expect(log.requests.length).toBe(2);
});

test('a close by the client can be awaited; any other end is told apart', async () => {
  const log = createRequestLog();
  const first = createRecord(1, {}, body('a'));
  const second = createRecord(2, {}, body('b'));
  const closed = log.waitForClose(1);
  log.add(first.request);
  log.add(second.request);
  expect(first.request.outcome).toBe('open');
  first.end('closed_early');
  second.end('finished');
  expect(await closed).toBe(first.request);
  expect(first.request.outcome).toBe('closed_early');
  await expect(log.waitForClose(2)).rejects.toThrow('it is "finished"');
});
