import { expect, test } from 'vitest';
import { type ReplyStep, reply } from './reply.ts';
import { readScript, toSteps } from './script.ts';

test('a list is played one answer per request and then is at its end', async () => {
  const next = readScript<number, ReplyStep>(['a', [reply.text('b')]]);
  expect(await next(1)).toBe('a');
  expect(await next(2)).toEqual([reply.text('b')]);
  expect(await next(3)).toBeUndefined();
});

test('a function gets the request', async () => {
  const next = readScript<number, ReplyStep>(async (n) => `answer ${n}`);
  expect([await next(7), await next(8)]).toEqual(['answer 7', 'answer 8']);
});

test('text, one step, a list and a generator are all steps', async () => {
  const made = (function* () {
    yield reply.text('x');
    yield reply.hang();
  })();
  expect([...(toSteps('x', reply.text) as Iterable<ReplyStep>)]).toEqual([reply.text('x')]);
  expect([...(toSteps<ReplyStep>(reply.hang(), reply.text) as Iterable<ReplyStep>)]).toEqual([reply.hang()]);
  expect([...(toSteps<ReplyStep>(made, reply.text) as Iterable<ReplyStep>)]).toEqual([
    reply.text('x'),
    reply.hang(),
  ]);
});
