// The conformance suite on a server of our own, in its short form.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runChecks } from '../conformance/run-checks.ts';
import { makeFolder } from '../support/real-server.ts';
import { startProcess } from '../support/server-process.ts';

test('The server keeps every guarantee that can be seen from outside', { timeout: 240_000 }, async () => {
  const folder = makeFolder();
  const server = startProcess(
    {
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      WORKSPACE_DIR: join(folder, 'workspace'),
      LOG_LEVEL: 'warn',
    },
    folder,
  );
  const place = { url: await server.ready, token: undefined };
  const outcomes = await runChecks(place, { effort: 1, tell: () => {} });
  expect(outcomes.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(outcomes.length).toBeGreaterThanOrEqual(10);
});
