// Many sessions at once under random use, with readers that fold all they are sent and throw at what may not be. Bounded by
// actions here; `npm run soak -- --minutes 10 --seed 7` goes on for minutes. SOAK_MINUTES and SOAK_SEED are the same.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom, randomAnswer } from '../soak/random-provider.ts';
import { createSoakedSession, type SoakedSession } from '../soak/soaked-session.ts';
import { startRealServer } from '../support/real-server.ts';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 0);
const seed = Number(process.env['SOAK_SEED'] ?? 20261130);
const actions = 400;
const sessionCount = 6;
/** A session is looked at, deleted and replaced after so many. */
const lifetime = 60;

test(`Under random use (seed ${seed}, ${minutes > 0 ? `${minutes} minutes` : `${actions} actions`}) all holds`, {
  timeout: 120_000 + minutes * 90_000,
}, async () => {
  const random = createRandom(seed);
  let requests = 0;
  const server = await startRealServer(() => {
    requests += 1;
    return randomAnswer(random);
  });
  mkdirSync(join(server.folder, 'workspace'), { recursive: true });
  writeFileSync(join(server.folder, 'workspace', 'big.txt'), 'a line of a long file\n'.repeat(1500));
  const problems: string[] = [];
  const fail = (problem: string) => void problems.push(problem);
  const figures = { actions: 0, sessions: 0, turns: 0, events: 0 };
  const begun = performance.now();
  const isOver = () =>
    problems.length > 0 ||
    (minutes > 0 ? performance.now() - begun >= minutes * 60_000 : figures.actions >= actions);

  const settle = async (session: SoakedSession) => {
    const { turns, events } = await session.settle();
    figures.sessions += 1;
    figures.turns += turns;
    figures.events += events;
    // Nothing is asked of these again, and minutes of them are gigabytes.
    (server.provider.requests as unknown[]).length = 0;
  };
  const live = async () => {
    while (!isOver()) {
      const session = await createSoakedSession(server.url, fail);
      for (let n = 0; n < lifetime && !isOver(); n += 1) {
        figures.actions += 1;
        await session.act(random);
      }
      await settle(session);
    }
  };
  const memory: number[] = [process.memoryUsage().rss];
  await Promise.all(Array.from({ length: sessionCount }, live));
  memory.push(process.memoryUsage().rss);
  expect(problems).toEqual([]);
  expect(server.logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(figures.turns).toBeGreaterThan(sessionCount);
  expect(server.provider.open()).toBe(0);
  const megabytes = memory.map((bytes) => Math.round(bytes / 2 ** 20)).join(' → ');
  if (minutes > 0) console.log(`${JSON.stringify(figures)}, ${requests} requests, ${megabytes} MB`);
});
