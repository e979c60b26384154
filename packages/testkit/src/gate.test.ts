import { expect, test } from 'vitest';
import { createGate, orAbort } from './gate.ts';

test('holds what comes until it is released, and tells that something came', async () => {
  const gate = createGate();
  const seen: string[] = [];
  const passed = gate.pass().then(() => seen.push('passed'));
  await gate.reached;
  seen.push('reached');
  gate.release();
  await passed;
  expect(seen).toEqual(['reached', 'passed']);
});

test('lets later comers through at once', async () => {
  const gate = createGate();
  gate.release();
  gate.release();
  expect(await gate.pass(new AbortController().signal)).toBeUndefined();
});

test('an abort ends the wait with its reason, before and during it', async () => {
  const gate = createGate();
  const controller = new AbortController();
  const reason = new Error('stop');
  const during = gate.pass(controller.signal);
  controller.abort(reason);
  await expect(during).rejects.toBe(reason);
  await expect(gate.pass(controller.signal)).rejects.toBe(reason);
});

test('orAbort gives the outcome of the promise when that comes first', async () => {
  const { signal } = new AbortController();
  expect(await orAbort(Promise.resolve(3), signal)).toBe(3);
  await expect(orAbort(Promise.reject(new Error('own')), signal)).rejects.toThrow('own');
});
