// What a command gives, sandboxed and not. That nothing of it is left is the business of kill.test.ts.

import { mkdir, readFile } from 'node:fs/promises';
import { createFakeClock } from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createWorkbench, noSandbox, ways } from '../test/workbench.ts';

describe.each(ways)('bash %s', (_, sandbox) => {
  const run = async (command: string, args: { timeoutMs?: number } = {}) => {
    const bench = await createWorkbench({ sandbox });
    return bench.run('bash', { command, ...args });
  };

  it.each([
    ['echo hello', { output: 'hello\n[exit code 0]' }],
    ['true', { output: '[no output]\n[exit code 0]' }],
    ['exit 3', { output: '[no output]\n[exit code 3]', isError: true }],
    ['echo no >&2; false', { output: 'no\n[exit code 1]', isError: true }],
    [
      'for i in 1 2 3; do echo out$i; echo err$i >&2; done',
      { output: 'out1\nerr1\nout2\nerr2\nout3\nerr3\n[exit code 0]' },
    ],
    ['echo a > /dev/stderr; echo b | tee /dev/stdout', { output: 'a\nb\nb\n[exit code 0]' }],
    ['read line; echo "$? [$line]"', { output: '1 []\n[exit code 0]' }],
    ['cat', { output: '[no output]\n[exit code 0]' }],
    ['tty', { output: 'not a tty\n[exit code 1]', isError: true }],
    ['echo x 2>/dev/null >/dev/tty || echo no terminal', { output: 'no terminal\n[exit code 0]' }],
    ["printf 'a\\0b'", { output: 'a␀b\n[exit code 0]' }],
    ["printf '\\xff\\xfe'", { output: '��\n[exit code 0]' }],
    ['-x', { isError: true, output: expect.stringMatching(/-x: command not found\n\[exit code 127\]$/) }],
    ['echo "$SHLVL"; echo 你好', { output: expect.stringMatching(/你好\n\[exit code 0\]$/) }],
    ['if', { isError: true, output: expect.stringContaining('syntax error') }],
  ])('%s', async (command, expected) => {
    expect(await run(command)).toEqual(expected);
  });

  it('works in the workspace, at its own path', async () => {
    const bench = await createWorkbench({ sandbox });
    await mkdir(bench.path('sub'));
    const { output } = await bench.run('bash', { command: 'pwd; ls; echo made > sub/new.txt' });
    expect(output).toBe(`${bench.folder}\nsub\n[exit code 0]`);
    expect(await readFile(bench.path('sub/new.txt'), 'utf8')).toBe('made\n');
  });

  it('does not hand the secrets of the server on', async () => {
    const bench = await createWorkbench({
      sandbox,
      environment: { PATH: process.env['PATH'], OPENAI_API_KEY: 'sk-canary', HOME: '/root' },
    });
    const { output } = await bench.run('bash', {
      command: 'env; cat /proc/1/environ /proc/self/environ 2>/dev/null',
    });
    expect(output).toContain('TERM=dumb');
    expect(output).not.toContain('sk-canary');
  });

  it('keeps the first and the last part of a long output, with the whole size', async () => {
    const result = await run('seq 1 200000');
    expect(result.truncated).toBe(true);
    expect(result.bytes).toBe(1_288_895);
    expect(Buffer.byteLength(result.output)).toBeLessThanOrEqual(32 * 1024);
    expect(result.output).toMatch(
      /^1\n2\n3\n[\s\S]*\[… \d+ bytes were left out …\][\s\S]*\n200000\n\[the whole output, 1\.2 MiB, is in .*\]\n\[exit code 0\]$/,
    );
  });

  it('streams its output at most ten times a second', async () => {
    const bench = await createWorkbench({ sandbox });
    const stamps: number[] = [];
    const texts: string[] = [];
    const result = await bench.run(
      'bash',
      { command: 'for i in $(seq 1 400); do echo line $i; done' },
      {
        progress(text) {
          stamps.push(performance.now());
          texts.push(text);
        },
      },
    );
    expect(result.output).toMatch(/^line 1\n/);
    expect(texts[0]).toMatch(/^line 1\n/);
    for (const [index, stamp] of stamps.entries())
      if (index > 0) expect(stamp - (stamps[index - 1] ?? 0)).toBeGreaterThan(95);
  });

  it('says that it was stopped by its time, and keeps what it said before', async () => {
    expect(await run('echo before; sleep 300', { timeoutMs: 300 })).toEqual({
      output: 'before\n[stopped after 0.3 s; ask for more with timeoutMs if it needs longer]',
      isError: true,
    });
  });

  it('lets a command end politely', async () => {
    const { output } = await run("trap 'echo cleaned up; exit 0' TERM; echo ready; sleep 300 & wait", {
      timeoutMs: 500,
    });
    expect(output).toMatch(/^ready\ncleaned up\n\[stopped after 0\.5 s;/);
  });

  it('stops one that writes without end', async () => {
    const bench = await createWorkbench({ sandbox, limits: { maxCommandBytes: 1_000_000 } });
    const result = await bench.run('bash', { command: 'yes' });
    expect(result.isError).toBe(true);
    expect(result.output).toMatch(
      /y\n\[its first .* are in .*\]\n\[stopped, because it wrote too much; send the output to a file instead\]$/,
    );
    expect(Buffer.byteLength(result.output)).toBeLessThanOrEqual(32 * 1024);
  });

  it('refuses what cannot be a command', async () => {
    const bench = await createWorkbench({ sandbox });
    expect(await bench.run('bash', { command: 'echo a\0b' })).toMatchObject({ isError: true });
    expect(await bench.run('bash', { command: 'x'.repeat(130_000) })).toMatchObject({
      isError: true,
      output: expect.stringContaining('too long'),
    });
    await expect(bench.run('bash', { command: '' })).rejects.toThrow('command');
    await expect(bench.run('bash', { command: 'true', timeoutMs: 600_001 })).rejects.toThrow('timeoutMs');
  });

  it('runs two at once without mixing them up', async () => {
    const bench = await createWorkbench({ sandbox });
    const outputs = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        bench.run('bash', { command: `for i in 1 2 3; do echo ${word}; done` }),
      ),
    );
    expect(outputs.map(({ output }) => output)).toEqual(
      ['one', 'two', 'three'].map((word) => `${word}\n${word}\n${word}\n[exit code 0]`),
    );
  });
});

describe('bash', () => {
  it('says in title, preview and description that there is no sandbox', async () => {
    const bench = await createWorkbench({ sandbox: noSandbox });
    const input = { command: 'ls\nrm \u202ex', timeoutMs: 120_000 };
    expect(bench.tool('bash').title(input)).toBe('Run ls rm \\u{202e}x (not sandboxed)');
    expect(await bench.preview('bash', { command: 'ls\nrm \u202ex' })).toBe(
      '$ ls\nrm \\u{202e}x\nCommands are not sandboxed (tried without): they can read and change whatever the ' +
        "server's user can.\nStopped after 120 s at the latest.",
    );
    expect(bench.tool('bash').description).toContain('not sandboxed');
    expect(bench.tool('bash')).toMatchObject({ risk: 'command', concurrencySafe: false });
  });

  it('says so when bash cannot be found', async () => {
    const bench = await createWorkbench({ environment: { PATH: '/nowhere' } });
    expect(await bench.run('bash', { command: 'true' })).toEqual({
      output: '[nothing was run: spawn bash ENOENT]',
      isError: true,
    });
  });

  it('tells which signal ended a command', async () => {
    const bench = await createWorkbench();
    expect((await bench.run('bash', { command: 'kill -SEGV $$' })).output).toBe('[ended by SIGSEGV]');
  });

  it('asks politely after its time, and kills 2 s later', async () => {
    const clock = createFakeClock();
    const bench = await createWorkbench({ clock });
    const said: string[] = [];
    let seen: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const running = bench.run(
      'bash',
      { command: "trap '' TERM; echo ready; sleep 300" },
      {
        progress(text) {
          said.push(text);
          seen();
        },
      },
    );
    await ready;
    clock.advance(119_999);
    expect(clock.pending()).toEqual([1]);
    clock.advance(1);
    expect(clock.pending()).toEqual([2000]);
    clock.advance(2000);
    const { output } = await running;
    expect(output).toBe('ready\n[stopped after 120 s; ask for more with timeoutMs if it needs longer]');
    expect(said).toEqual(['ready\n']);
  });
});
