// The moments in which a process is hard to find: while it takes the place of another, and while it is passed on from
// a parent that ends.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { livingProcesses } from '../test/living-processes.ts';
import { callMarkerName } from './command-environment.ts';
import { carriesMarker, findProcesses, killAll } from './process-search.ts';

function start(command: string, marker: string) {
  return spawn('bash', ['-c', command], {
    env: { PATH: process.env['PATH'], [callMarkerName]: marker },
    detached: true,
    stdio: 'ignore',
  });
}

describe.skipIf(process.platform !== 'linux')('the search for processes', () => {
  it('finds those with the marker, wherever it is in the environment, and no others', async () => {
    const marker = randomUUID();
    const child = start('A=1 exec sleep 300', marker);
    const exited = once(child, 'exit');
    await expect.poll(() => findProcesses(carriesMarker(marker)), { timeout: 10_000 }).toEqual([child.pid]);
    expect(await findProcesses(carriesMarker(marker.slice(0, -1)))).toEqual([]);
    expect(await killAll(carriesMarker(marker))).toEqual([]);
    expect(await exited).toEqual([null, 'SIGKILL']);
  });

  it('ends what changes its program all the time', async () => {
    const marker = randomUUID();
    const word = `again-${marker}`;
    const loop = `exec -a ${word} bash -c 'eval "$0"' "$AGAIN"`;
    const child = start(`export AGAIN='${loop.replaceAll("'", "'\\''")}'; eval "$AGAIN"`, marker);
    const exited = once(child, 'exit');
    await expect.poll(() => livingProcesses(word).length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await killAll(carriesMarker(marker))).toEqual([]);
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(livingProcesses(word)).toEqual([]);
  });

  it('ends what is handed from parent to child all the time', async () => {
    const marker = randomUUID();
    const word = `hop-${marker}`;
    start(`hop() { (sleep 0; hop) & }; : ${word}; hop`, marker);
    await expect.poll(() => livingProcesses(word).length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await killAll(carriesMarker(marker))).toEqual([]);
    expect(livingProcesses(word)).toEqual([]);
  });
});
