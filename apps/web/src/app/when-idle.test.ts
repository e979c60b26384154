import { afterEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

afterEach(() => vi.unstubAllGlobals());

function setUp() {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const seen: string[] = [];
  const next = async () => {
    idle.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { seen, next };
}

test('each piece has an idle moment of its own', async () => {
  const { seen, next } = setUp();
  void whenIdle([() => seen.push('one'), async () => seen.push('two'), () => seen.push('three')]);
  expect(seen).toEqual([]);
  await next();
  expect(seen).toEqual(['one']);
  await next();
  expect(seen).toEqual(['one', 'two']);
  await next();
  expect(seen).toEqual(['one', 'two', 'three']);
});

test('a piece that fails ends it', async () => {
  const { seen, next } = setUp();
  const ended = whenIdle([() => Promise.reject(new Error('gone')), () => seen.push('two')]);
  ended.catch(() => seen.push('told'));
  await next();
  await next();
  expect(seen).toEqual(['told']);
});
