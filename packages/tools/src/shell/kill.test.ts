// Whatever a command does to stay, it is gone when its call resolves: looked for by a word in the command lines of all
// processes of the machine, which is not how the tool finds them.
import { describe, expect, it } from 'vitest';
import { livingProcesses } from '../test/living-processes.ts';
import { createWorkbench, ways } from '../test/workbench.ts';

let calls = 0;

/** A number of seconds that no other process on the machine sleeps for. */
function uniqueSeconds(): string {
  calls += 1;
  return `300.${process.pid}${String(calls).padStart(4, '0')}`;
}

const stubborn: readonly [string, (seconds: string) => string][] = [
  ['sleeps', (s) => `sleep ${s}`],
  ['ignores TERM', (s) => `trap '' TERM; sleep ${s}`],
  ['has children that ignore TERM', (s) => `(trap '' TERM; sleep ${s} & sleep ${s} & wait) & wait`],
  ['sleeps in a session of its own', (s) => `setsid nohup sleep ${s} >/dev/null 2>&1 & wait`],
  [
    'is a daemon',
    (s) => `(setsid sh -c 'sleep ${s} & sleep ${s}' </dev/null >/dev/null 2>&1 &) ; sleep ${s}`,
  ],
  ['shed its environment but holds the output', (s) => `env -i setsid sleep ${s} & sleep ${s}`],
  ['starts itself anew', (s) => `keep() { trap '' TERM; setsid sleep ${s} & wait; }; keep & keep & wait`],
];

const runaways: readonly [string, (seconds: string) => string][] = [
  ['in the background', (s) => `sleep ${s} & echo started`],
  ['without its output', (s) => `nohup sleep ${s} >/dev/null 2>&1 & echo started`],
  ['in a session of its own', (s) => `setsid nohup sleep ${s} >/dev/null 2>&1 & echo started`],
  ['in a session of its own, with the output', (s) => `setsid sleep ${s} & echo started`],
  ['ignoring signals', (s) => `(trap '' TERM HUP INT; sleep ${s}) & echo started`],
  ['without its environment, with the output', (s) => `env -i setsid sleep ${s} & echo started`],
];

describe.each(ways)('a command that runs %s', (_, sandbox) => {
  const limits = { killGraceMs: 200, pipeGraceMs: 50 };

  it.each(stubborn)('and %s is gone after a stop', async (_, command) => {
    const bench = await createWorkbench({ sandbox, limits });
    const seconds = uniqueSeconds();
    const stop = new AbortController();
    let seen: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const running = bench.run(
      'bash',
      { command: `echo ready; ${command(seconds)}` },
      { signal: stop.signal, progress: () => seen() },
    );
    await ready;
    stop.abort();
    expect(await running).toEqual({ output: 'ready', isError: true });
    expect(livingProcesses(seconds)).toEqual([]);
  });

  it.each(stubborn)('and %s is gone after its time', async (_, command) => {
    const bench = await createWorkbench({ sandbox, limits });
    const seconds = uniqueSeconds();
    const { output } = await bench.run('bash', { command: command(seconds), timeoutMs: 150 });
    expect(output).toContain('[stopped after 0.');
    expect(livingProcesses(seconds)).toEqual([]);
  });

  it.each(runaways)('and leaves a child %s neither waits for it nor leaves it', async (_, command) => {
    const bench = await createWorkbench({ sandbox, limits });
    const seconds = uniqueSeconds();
    const result = await bench.run('bash', { command: command(seconds) });
    expect(result).toEqual({ output: 'started\n[exit code 0]' });
    expect(livingProcesses(seconds)).toEqual([]);
  });

  it('keeps what a child writes in the moment after the command', async () => {
    const bench = await createWorkbench({ sandbox });
    const { output } = await bench.run('bash', { command: 'echo through > >(cat); wait $!' });
    expect(output).toBe('through\n[exit code 0]');
  });

  it('and floods is gone, and so is its child', async () => {
    const bench = await createWorkbench({ sandbox, limits: { ...limits, maxCommandBytes: 1_000_000 } });
    const seconds = uniqueSeconds();
    const result = await bench.run('bash', { command: `sleep ${seconds} & trap '' TERM; yes ${seconds}` });
    expect(result.isError).toBe(true);
    expect(livingProcesses(seconds)).toEqual([]);
  });

  it('is not started when the stop came first', async () => {
    const bench = await createWorkbench({ sandbox, limits });
    const stop = new AbortController();
    const seconds = uniqueSeconds();
    const running = bench.run(
      'bash',
      { command: `touch started; sleep ${seconds}` },
      { signal: stop.signal },
    );
    stop.abort('over');
    await running.catch(() => undefined);
    expect(livingProcesses(seconds)).toEqual([]);
  });

  it('is gone when it is stopped at any moment of its start', async () => {
    const bench = await createWorkbench({ sandbox, limits: { killGraceMs: 0, pipeGraceMs: 50 } });
    const seconds = uniqueSeconds();
    for (let moment = 0; moment < 20; moment += 1) {
      const stop = new AbortController();
      const running = bench.run('bash', { command: `sleep ${seconds}` }, { signal: stop.signal });
      setTimeout(() => stop.abort('stopped'), moment);
      await running.catch((reason: unknown) => expect(reason).toBe('stopped'));
      expect(livingProcesses(seconds)).toEqual([]);
    }
  });

  it('leaves the commands of others alone', async () => {
    const bench = await createWorkbench({ sandbox, limits });
    const [mine, other] = [uniqueSeconds(), uniqueSeconds()];
    const stop = new AbortController();
    const both = [
      bench.run('bash', { command: `sleep ${mine}`, timeoutMs: 10_000 }, { signal: stop.signal }),
      bench.run('bash', { command: `sleep 0.5; echo finished; : ${other}` }),
    ] as const;
    stop.abort();
    await both[0].catch(() => undefined);
    expect((await both[1]).output).toBe('finished\n[exit code 0]');
  });
});
