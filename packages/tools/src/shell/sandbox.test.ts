// The sandbox tried from inside, with the commands that an attacker would try.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { waitUntil } from '@slipstream/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { livingProcesses } from '../test/living-processes.ts';
import { bubblewrap, canary, createWorkbench, type WorkbenchOptions } from '../test/workbench.ts';
import { probeSandbox } from './probe-sandbox.ts';
import { describeSandbox } from './sandbox-state.ts';

const sandboxed = (options: WorkbenchOptions = {}) =>
  createWorkbench({ ...(bubblewrap ? { sandbox: bubblewrap } : {}), ...options });

describe.skipIf(!bubblewrap)('the sandbox', () => {
  it.each([
    ['touch /usr/x', 'Read-only file system'],
    ['touch /etc/x', 'Read-only file system'],
    ['touch /x', 'Read-only file system'],
    ['touch /dev/x', 'Read-only file system'],
    ['cat /etc/shadow', 'No such file'],
    ['ls /root /home', 'No such file'],
    ['ls /var/run /run', 'No such file'],
    ['cat ../workspace-2/secret.txt', 'No such file'],
    ['ln -s ../workspace-2/secret.txt l; cat l', 'No such file'],
    ['ln /etc/hostname h || ln /etc/passwd h', 'h'],
    ['unshare -Ur true', 'unshare'],
    ['mount -t tmpfs none /tmp', 'permission denied'],
    ['cat /proc/kcore', 'No such file'],
    ['echo b > /proc/sysrq-trigger', 'sysrq-trigger'],
    ['bash -c "</dev/tcp/127.0.0.1/9"', 'refused'],
    ['bash -c "</dev/tcp/169.254.169.254/80"', 'unreachable'],
    ['ls /sys', 'No such file'],
  ])('refuses: %s', async (command, reason) => {
    const bench = await sandboxed();
    const { output, isError } = await bench.run('bash', { command });
    expect(isError).toBe(true);
    expect(output).toContain(reason);
    expect(output).not.toContain(canary);
    expect(await readdir(bench.outside)).toEqual(['secret.txt']);
  });

  it('shows no process of the machine and lets none be signalled', async () => {
    const bench = await sandboxed();
    const { output } = await bench.run('bash', {
      command: `ls /proc | grep -c '^[0-9]'; kill -0 ${process.pid} 2>&1 | sed 's/.*: //'`,
    });
    expect(Number(output.split('\n')[0])).toBeLessThan(10);
    expect(output).toContain('No such process');
  });

  it('does not reach a server on this machine, unless the network is on', async () => {
    const server = createServer((socket) => socket.end('reached'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const command = `cat < /dev/tcp/127.0.0.1/${port}`;
    expect((await (await sandboxed()).run('bash', { command })).output).toContain('refused');
    expect((await (await sandboxed({ network: 'on' })).run('bash', { command })).output).toBe(
      'reached\n[exit code 0]',
    );
  });

  it('hides what belongs to the server, in the workspace and around it', async () => {
    const bench = await sandboxed({ hiddenNames: ['workspace/sub/data', 'workspace/.env', 'workspace-2'] });
    await bench.write('sub/data/app.db', canary);
    await bench.write('.env', canary);
    const { output } = await bench.run('bash', {
      command:
        'cat .env; ls -A sub/data; cat sub/data/app.db; mv sub moved; mv sub/data data; rm -rf sub/data; ' +
        'touch sub/data/x; echo x > .env; cat moved/data/app.db data/app.db; true',
    });
    expect(output).not.toContain(canary);
    expect(await readFile(bench.path('sub/data/app.db'), 'utf8')).toBe(canary);
    expect(await readFile(bench.path('.env'), 'utf8')).toBe(canary);
    expect((await bench.run('grep', { pattern: 'CANARY' })).output).toBe('Nothing matches in the workspace.');
  });

  it('keeps what git and the server would trust read-only', async () => {
    const bench = await sandboxed();
    await mkdir(bench.path('.git/hooks'), { recursive: true });
    await bench.write('.git/config', 'old');
    await bench.write('.slipstream/tools/a.ts', 'old');
    const { output } = await bench.run('bash', {
      command:
        'echo x > .git/hooks/pre-commit; echo x > .git/config; echo x > .slipstream/tools/a.ts; rm -rf .slipstream; ' +
        'mv .git g; mv .slipstream s; rm -rf .git/hooks; touch .git/index; ls -A',
    });
    expect(output).toMatch(/\.git\n\.slipstream\n\[exit code 0\]$/);
    expect(await readdir(bench.path('.git/hooks'))).toEqual([]);
    expect(await readFile(bench.path('.git/config'), 'utf8')).toBe('old');
    expect(await readFile(bench.path('.slipstream/tools/a.ts'), 'utf8')).toBe('old');
    expect(await readdir(bench.path('.git'))).toContain('index');
  });

  it('lets nothing be made that git and the server would trust, where none is yet, and leaves nothing behind', async () => {
    const bench = await sandboxed();
    const { output } = await bench.run('bash', {
      command:
        'mkdir -p .slipstream/tools; echo x > .slipstream/x; ln -s . .slipstream/l; rmdir .slipstream .git; ' +
        'mv .git g; rm -rf .git .slipstream; ln -sfn . .git; cp -r /etc/hosts .slipstream; echo done',
    });
    expect(output).toMatch(/done\n\[exit code 0\]$/);
    expect(await readdir(bench.folder)).toEqual([]);
  });

  it('lets a repository be made, without what git outside would run', async () => {
    const bench = await sandboxed();
    const { output } = await bench.run('bash', {
      command: [
        'git init -q -b main . && echo a > a && git add a && git -c user.name=a -c user.email=a@b commit -qm first',
        'git config user.name me; git config core.fsmonitor "touch pwned"; git config core.hooksPath ../evil',
        'git config alias.x "!id"; git remote add origin "ext::sh -c id"; git remote add good https://example.com/a.git',
        'echo id > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout; echo ../evil > .git/commondir',
        'ln -s /etc .git/info2; cat .git/HEAD',
      ].join('\n'),
    });
    expect(output).toMatch(/^ref: refs\/heads\/main\n/);
    expect(output).toContain('[.git/commondir was left out: git would trust what is in it]');
    expect(output).toContain('[.git/hooks was left out: git would trust what is in it]');
    expect(output).toContain('lines of .git/config were left out');
    expect(await readdir(bench.path('.git/hooks'))).toEqual([]);
    const config = await readFile(bench.path('.git/config'), 'utf8');
    expect(config).toContain('name = me');
    expect(config).toContain('url = https://example.com/a.git');
    expect(config).not.toMatch(/fsmonitor|hooksPath|alias|ext::/i);
    expect(await readdir(bench.path('.git'))).not.toContain('info2');
    // From now on it is a repository like any other.
    const next = await bench.run('bash', {
      command:
        'git log --format=%s; echo b > b; git add b; git status --short; echo x > .git/hooks/x; echo x >> .git/config; true',
    });
    expect(next.output).toMatch(/^first\nA {2}b\n/);
    expect(next.output.match(/Read-only file system/g)).toHaveLength(2);
  });

  it('keeps a repository made by git from being pointed elsewhere', async () => {
    const bench = await sandboxed();
    await mkdir(bench.path('.git/objects'), { recursive: true });
    const { output } = await bench.run('bash', {
      command:
        'mkdir .git/hooks; echo x > .git/hooks/x; echo x > .git/config; echo ../evil > .git/commondir; true',
    });
    expect(output).toContain('[.git/commondir was taken away: git would take its settings from there]');
    expect(await readdir(bench.path('.git'))).toEqual(['objects']);
    await bench.write('sub/.git', 'gitdir: /nowhere');
    const tree = await sandboxed();
    await tree.write('.git', 'gitdir: /nowhere');
    const moved = await tree.run('bash', {
      command: 'echo "gitdir: evil" > .git; rm -f .git; mv .git x; true',
    });
    expect(moved.output).toContain('Read-only file system');
    expect(await readFile(tree.path('.git'), 'utf8')).toBe('gitdir: /nowhere');
  });

  it('holds the places as long as one of several commands runs', async () => {
    const bench = await sandboxed();
    const gate = bench.path('gate');
    const first = bench.run('bash', {
      command:
        'while [ ! -e gate ]; do sleep 0.05; done; mkdir .slipstream/x; mkdir .git/hooks; rm -rf .git/* ; ls -A',
    });
    const second = await bench.run('bash', { command: 'echo ok' });
    expect(second.output).toBe('ok\n[exit code 0]');
    await writeFile(gate, '');
    expect((await first).output).toMatch(/Read-only file system[\s\S]*\.git\n\.slipstream\ngate\n/);
    expect(await readdir(bench.folder)).toEqual(['gate']);
  });

  it('does not show what a link in place of a trusted folder leads to', async () => {
    const bench = await sandboxed();
    await symlink(bench.outside, bench.path('.slipstream'));
    await symlink(bench.outside, bench.path('.git'));
    await writeFile(`${bench.outside}/config`, canary);
    const { output } = await bench.run('bash', {
      command: 'cat .slipstream/secret.txt .git/config; ls .git/',
    });
    expect(output).not.toContain(canary);
    expect(output).toContain('No such file');
  });

  it('bounds what one process takes, and how many there are, for good', async () => {
    const bench = await sandboxed({
      limits: { maxProcessBytes: 300 * 1024 ** 2, maxFileBytes: 1024 ** 2, maxProcesses: 321 },
    });
    const asked = await bench.run('bash', {
      command:
        'ulimit -Hv; ulimit -Hf; ulimit -Hu; ulimit -c; cat /proc/self/oom_score_adj; ulimit -v unlimited; ulimit -f 99999999',
    });
    expect(asked.output).toMatch(/^307200\n1024\n321\n0\n1000\n/);
    expect(asked.output.match(/cannot modify limit: Operation not permitted/g)).toHaveLength(2);
    const memory = await bench.run('bash', { command: 'head -c 400M /dev/zero | tail | wc -c' });
    expect(memory.output).toMatch(/memory exhausted/);
    const file = await bench.run('bash', {
      command: 'truncate -s 10G big; head -c 9M /dev/zero > big2; ls -s big2',
    });
    expect(file.output.match(/File size limit exceeded/g)).toHaveLength(2);
    expect(file.output).toMatch(/\b1024 big2/);
  });

  it('ends with all that multiplies in it', async () => {
    const bench = await sandboxed();
    const seconds = `299.${process.pid}1`;
    // Every process makes two of its kind, each in a session of its own, seven times over.
    const command = `b() { [ "$1" -gt 7 ] || { setsid bash -c "$(declare -f b); b $(($1 + 1))" & b $(($1 + 1)) & }; sleep ${seconds}; }; b 1`;
    const result = await bench.run('bash', { command, timeoutMs: 3000 });
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining('stopped after 3 s') });
    expect(result.output).not.toContain('could not be ended');
    expect(livingProcesses(seconds)).toEqual([]);
  });

  it('shows nothing of the server in /proc, nor a way to its sockets', async () => {
    const bench = await sandboxed({ environment: { ...process.env, SERVER_KEY: canary } });
    const { output } = await bench.run('bash', {
      command:
        'for p in /proc/[0-9]*; do tr "\\0" "\\n" < $p/environ; ls -l $p/root/root $p/cwd/.. $p/fd; done 2>&1; ' +
        'cat /proc/net/unix /proc/mounts; ls /run /var/run/docker.sock /tmp/.X11-unix; env',
    });
    expect(output).not.toContain(canary);
    expect(output).not.toContain('SERVER_KEY');
    expect(output).not.toMatch(/docker\.sock$|\/run\/user/m);
  });

  it('keeps /tmp to its size, which is memory', async () => {
    const bench = await sandboxed();
    const { output } = await bench.run('bash', {
      command: 'head -c 600M /dev/zero > /tmp/big; df -k --output=size /tmp',
    });
    expect(output).toContain('No space left on device');
    expect(output).toContain('524288');
  });

  it('refuses a workspace that is the system itself', async () => {
    const bench = await sandboxed();
    for (const workspace of ['/', '/proc', '/dev/shm']) {
      const result = await bench.tool('bash').run(
        { command: 'true', timeoutMs: 1000 },
        {
          ...{ signal: new AbortController().signal, workspace, sessionId: '', turnId: '', callId: '' },
          progress: () => undefined,
        },
      );
      expect(result).toMatchObject({
        isError: true,
        output: expect.stringContaining('cannot be used in the sandbox'),
      });
    }
  });

  it('lets further folders be read when it is told to', async () => {
    const bench = await sandboxed();
    const open = await sandboxed({ readable: [bench.outside] });
    const command = `cat ${bench.outside}/secret.txt; touch ${bench.outside}/x`;
    const { output } = await open.run('bash', { command });
    expect(output).toContain(canary);
    expect(output).toContain('Read-only file system');
  });

  it('hides what belongs to the server also in a folder that may be read', async () => {
    const bench = await sandboxed();
    const secret = `${bench.outside}/secret.txt`;
    const open = await sandboxed({ readable: [bench.outside], hidden: [secret] });
    const { output } = await open.run('bash', {
      command: `ls ${bench.outside}; cat ${secret}; cp ${secret} x; cat x; true`,
    });
    expect(output).toContain('secret.txt');
    expect(output).not.toContain(canary);
  });

  it('dies with the server', async () => {
    const bench = await sandboxed();
    const seconds = `300.${process.pid}9999`;
    const code = `
      import { createTools, probeSandbox } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
      const clock = { now: () => 0, after: () => () => undefined };
      const bash = createTools({ clock, sandbox: await probeSandbox() }).find((tool) => tool.name === 'bash');
      const context = { signal: new AbortController().signal, workspace: ${JSON.stringify(bench.folder)},
        sessionId: '', turnId: '', callId: '', progress: (text) => process.stdout.write(text) };
      await bash.run({ command: 'setsid sleep ${seconds} & echo ready; sleep ${seconds}', timeoutMs: 600000 }, context);
    `;
    const server = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
      env: { ...process.env, TMPDIR: bench.outside },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    await once(server.stdout, 'data');
    const inSandbox = () => livingProcesses(seconds).filter((line) => line.startsWith('sleep'));
    await waitUntil(() => inSandbox().length === 2, { what: 'both children sleep', withinMs: 20_000 });
    server.kill('SIGKILL');
    await once(server, 'exit');
    await waitUntil(() => livingProcesses(seconds).length === 0, {
      what: 'the sandbox is gone',
      withinMs: 20_000,
    });
  });

  it('works without a /proc of its own, where the host refuses one', async () => {
    const bench = await sandboxed(bubblewrap ? { sandbox: { ...bubblewrap, ownProc: false } } : {});
    const { output } = await bench.run('bash', { command: 'ls /proc; echo fine' });
    expect(output).toBe('fine\n[exit code 0]');
  });

  it('says so when it cannot be started', async () => {
    const bench = await sandboxed(
      bubblewrap ? { sandbox: { ...bubblewrap, system: ['--ro-bind', '/does/not/exist', '/usr'] } } : {},
    );
    const result = await bench.run('bash', { command: 'true' });
    expect(result.isError).toBe(true);
    expect(result.output).toMatch(/bwrap: .*\n\[nothing was run: the sandbox could not be started\]$/);
    expect(await bench.run('grep', { pattern: 'x' })).toMatchObject({ isError: true });
    const gone = await sandboxed(bubblewrap ? { sandbox: { ...bubblewrap, path: '/does/not/exist' } } : {});
    expect(await gone.run('bash', { command: 'true' })).toEqual({
      output: '[nothing was run: spawn /does/not/exist ENOENT]',
      isError: true,
    });
    expect(await gone.run('glob', { pattern: '*' })).toEqual({
      output: 'ripgrep could not be started.',
      isError: true,
    });
  });

  it('lets git and other tools of the system work', async () => {
    const bench = await sandboxed();
    const { output } = await bench.run('bash', {
      command:
        'git init -q . 2>&1 && echo a > a && git add a && git -c user.name=a -c user.email=a@b commit -qm first && ' +
        'git status --short --branch | head -1 && git -C . log --format=%s && mktemp -d /tmp/x.XXX | wc -l',
    });
    expect(output).toMatch(/^## \w+\nfirst\n1\n\[exit code 0\]$/);
    expect((await bench.run('bash', { command: 'echo b > b; git add b; git status --short' })).output).toBe(
      'A  b\n[exit code 0]',
    );
  });
});

describe('probeSandbox', () => {
  it('says what is missing', async () => {
    expect(await probeSandbox({ PATH: '/nowhere:relative' })).toEqual({
      kind: 'none',
      reason: 'bubblewrap is not installed',
    });
  });

  it('does not believe a bubblewrap that confines nothing', async () => {
    const bench = await createWorkbench();
    const bin = `${bench.outside}/bin`;
    await mkdir(bin);
    const liar = '#!/bin/bash\nwhile [ "$1" != -- ]; do shift; done; shift\nexec "$@"\n';
    await writeFile(`${bin}/bwrap`, liar, { mode: 0o755 });
    const state = await probeSandbox({ PATH: `${bin}:/usr/bin:/bin` });
    expect(state.kind).toBe('none');
    expect(describeSandbox(state, 'off')).toMatch(
      /^Commands are not sandboxed \(bubblewrap does not work here: /,
    );
  });

  it.skipIf(!bubblewrap)('finds a sandbox that holds', async () => {
    const state = await probeSandbox(process.env);
    expect(state).toMatchObject({ kind: 'bubblewrap', ownProc: true });
    expect(describeSandbox(state, 'off')).toBe(
      'Commands run in a sandbox: they can write only in the workspace and /tmp, and have no network.',
    );
  });
});
