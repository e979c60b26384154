// What must hold after a stop, wherever it came: one end, nothing open, an idle session, and a next message that works.
import type { ScriptedModel } from '@slipstream/testkit';
import { expect } from 'vitest';
import { type createBench, type createReader, send, sessionId } from './create-bench.ts';

type Stopped = {
  bench: Awaited<ReturnType<typeof createBench>>;
  reader: Awaited<ReturnType<typeof createReader>>;
  model: ScriptedModel;
  turnId: string;
  /** How many exchanges came before the one that was stopped. */
  before?: number;
};

/** To be called when `turn.finished` has come. The model answers what ends with "and now?" by "Still here.". */
export async function expectStopped({ bench, reader, model, turnId, before = 0 }: Stopped): Promise<void> {
  const { sessions } = bench;
  expect(reader.events.at(-1)).toMatchObject({ type: 'turn.finished', turnId, status: 'cancelled' });
  expect(
    reader.events.filter((each) => each.type === 'turn.finished' && each.turnId === turnId),
  ).toHaveLength(1);
  expect(await sessions.get(sessionId)).toMatchObject({ status: 'idle' });
  expect(await sessions.cancel(sessionId)).toEqual({ cancelled: false });
  const runs = [reader.lastView?.steps ?? [], ...(reader.lastView?.agents.map(({ steps }) => steps) ?? [])];
  for (const call of runs.flat().flatMap((step) => step.calls))
    expect(['ok', 'cancelled']).toContain(call.status);
  for (const agent of reader.lastView?.agents ?? [])
    expect(['completed', 'cancelled']).toContain(agent.status);
  const { entries } = await sessions.trajectory(sessionId, turnId);
  expect(entries.filter((entry) => entry.status === 'running')).toEqual([]);

  const next = reader.next('turn.finished');
  await send(sessions, 99, 'and now?');
  expect(await next).toMatchObject({ status: 'completed', text: 'Still here.' });
  const sent = model.calls.at(-1)?.request.messages ?? [];
  expect(sent.slice(-3).map((each) => each.role)).toEqual(['user', 'assistant', 'user']);
  if (before === 0) expect(sent).toHaveLength(3);
  expect(sent.at(-2)?.text).toContain('[The user stopped this answer before it was complete.]');
}
