import { expect, test } from 'vitest';
import { createRecord } from './request-log.ts';
import { createRouter } from './router.ts';

let number = 0;
function request(...texts: string[]) {
  number += 1;
  const messages = texts.map((content, index) =>
    index % 2 === 0 ? { role: 'user' as const, content } : { role: 'assistant' as const, content },
  );
  return createRecord(number, {}, { model: 'm', messages }).request;
}

test('answers by marker, each route with its own place in its list and its own log', async () => {
  const router = createRouter(['default']);
  const a = router.route('[a]', ['a1', 'a2']);
  const b = router.route('[b]', ({ lastUserText }) => `b: ${lastUserText}`);
  expect(await router.answer(request('go [a]'))).toBe('a1');
  expect(await router.answer(request('go [b]'))).toBe('b: go [b]');
  expect(await router.answer(request('go [a]'))).toBe('a2');
  expect(await router.answer(request('go'))).toBe('default');
  expect(await router.answer(request('go [a]'))).toBeUndefined();
  expect([a.requests.length, b.requests.length]).toEqual([3, 1]);
});

test('the newest message with a marker decides, and in it the longest marker', async () => {
  const router = createRouter([]);
  router.route('s1', ['one']);
  router.route('s12', ['twelve']);
  expect(await router.answer(request('s1', 'ok', 'now s12', 'ok', 'plain'))).toBe('twelve');
  expect(await router.answer(request('s12', 'ok', 's1'))).toBe('one');
});

test('a marker in an answer of the model counts for nothing', async () => {
  const router = createRouter(['default']);
  router.route('[a]', ['a1']);
  expect(await router.answer(request('hello', '[a]', 'again'))).toBe('default');
});

test('scripts can be replaced', async () => {
  const router = createRouter(['old']);
  router.route('[a]', ['old']);
  router.setScript(['new']);
  router.route('[a]', ['new a']);
  expect(await router.answer(request('x'))).toBe('new');
  expect(await router.answer(request('[a]'))).toBe('new a');
});
