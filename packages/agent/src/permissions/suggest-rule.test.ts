import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCommandParts } from './command-parts.ts';
import { decidePermission } from './decide-permission.ts';
import { toPermissionRule } from './rules.ts';
import { suggestRule } from './suggest-rule.ts';

type Risk = Parameters<typeof suggestRule>[0]['risk'];

const workspace = '/work space';
const suggest = (name: string, risk: Risk, args: Record<string, unknown>) =>
  suggestRule({ name, risk }, args, workspace);
const suggestFor = (command: string) => suggest('bash', 'command', { command });

/** What the rule alone makes of a call. */
function decide(rule: string, name: string, risk: Risk, args: Record<string, unknown>) {
  return decidePermission({
    tool: { name, risk },
    args,
    mode: 'default',
    workspace,
    planPath: 'plans/1.md',
    grants: new Set(),
    settings: { rules: [toPermissionRule('allow', rule)], sandboxed: true, network: false },
  }).decision;
}

describe('for a command', () => {
  it.each([
    ['npm test', 'bash(npm test *)'],
    ['npm  test  --  --watch', 'bash(npm test *)'],
    ['npm run build', 'bash(npm run build *)'],
    ['pnpm run check:types --fix', 'bash(pnpm run check:types *)'],
    ['git status -s', 'bash(git status *)'],
    ["git log --format='%h %s'", 'bash(git log *)'],
    ['git commit -m "a; rm -rf ~"', 'bash(git commit *)'],
    ['cargo test', 'bash(cargo test *)'],
    ['ls -la', 'bash(ls *)'],
    ['python3 tools/make.py --all', 'bash(python3 tools/make.py --all)'],
    ['make deploy', 'bash(make deploy)'],
    ['git push origin main', 'bash(git push origin main)'],
    ['git -C /etc status', 'bash(git -C /etc status)'],
    ['npm install left-pad', 'bash(npm install left-pad)'],
  ])('%j: %s', (command, rule) => {
    expect(suggestFor(command)).toBe(rule);
    expect(decide(rule, 'bash', 'command', { command })).toBe('allow');
  });

  it.each([
    'npm test && rm x',
    'npm test | tee out',
    'npm test > out',
    'npm test $(rm x)',
    'npm test $HOME',
    'FORCE=1 npm test',
    'sudo npm test',
    'env npm test',
    "sh -c 'npm test'",
    'rm build.log',
    'curl https://example.com',
    'echo *.ts',
    "grep '*' file",
    "python3 -c 'import os'",
    'make "a b"',
    "'npm test' x",
    'find . -name x -exec rm {} +',
    'npm test\nrm x',
    'for f in a; do ls; done',
    'ls "unclosed',
    '',
    '   ',
  ])('%j: none', (command) => {
    expect(suggestFor(command)).toBeUndefined();
  });

  it.each([
    ['npm test', 'npm tests'],
    ['npm test', 'npm test; rm x'],
    ['npm test', "npm 'test x'"],
    ['npm test', "'npm test'"],
    ['npm run build', 'npm run build:deploy'],
    ['npm run build', 'npm run build-and-publish'],
    ['git status', 'git status-evil'],
    ['git status', 'git -c core.pager=x status'],
    ['git status', 'git status | sh'],
    ['make deploy', 'make deploy now'],
    ['make deploy', "make 'deploy'x"],
    ['make a b', "make 'a b'"],
    ['ls', 'lsof'],
  ])('what is offered for %j does not let %j through', (seen, other) => {
    expect(decide(suggestFor(seen) ?? '', 'bash', 'command', { command: other })).toBe('ask');
  });

  const word = fc.string({
    unit: fc.constantFrom(...'abz-./:=*?\'"\\ $;&|(){}[]~#\n'),
    minLength: 1,
    maxLength: 6,
  });
  const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

  it('it always allows the very call it was offered for', () => {
    fc.assert(
      fc.property(line, fc.constantFrom('', 'npm test ', 'git log ', 'make '), (rest, start) => {
        const command = start + rest;
        const rule = suggestFor(command);
        if (rule !== undefined) expect(decide(rule, 'bash', 'command', { command })).toBe('allow');
      }),
      { numRuns: 2000 },
    );
  });

  it('the one of an exact line allows no other words, however they are quoted', () => {
    fc.assert(
      fc.property(line, line, (one, other) => {
        const rule = suggestFor(`make ${one}`);
        const command = `make ${other}`;
        if (rule === undefined || decide(rule, 'bash', 'command', { command }) !== 'allow') return;
        const [seen] = toCommandParts(`make ${one}`) ?? [];
        for (const part of toCommandParts(command) ?? []) expect(part.words).toEqual(seen?.words);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('for other tools', () => {
  it.each<[string, Risk, Record<string, unknown>, string | undefined]>([
    ['edit_file', 'write', { path: 'src/a/b.ts' }, 'edit_file(src/a/**)'],
    ['edit_file', 'write', { path: './src/../src/b.ts' }, 'edit_file(src/**)'],
    ['write_file', 'write', { path: '/work space/README.md' }, 'write_file(README.md)'],
    ['write_file', 'write', { path: '../x' }, undefined],
    ['write_file', 'write', { path: 'a*/x' }, undefined],
    ['write_file', 'write', { path: '.git/hooks/x' }, undefined],
    ['write_file', 'write', { path: '.slipstream/x' }, undefined],
    ['write_file', 'write', { path: 'a\u202etxt.exe' }, undefined],
    ['write_file', 'write', {}, undefined],
    ['web_fetch', 'network', { url: 'https://Docs.example.com/a' }, 'web_fetch(docs.example.com)'],
    ['web_fetch', 'network', { url: 'https://docs.example.com@evil.test/' }, undefined],
    ['web_fetch', 'network', { url: 'file:///etc/passwd' }, undefined],
    ['web_search', 'network', { query: 'x' }, 'web_search'],
    ['docs__search', 'network', { q: 'x' }, 'docs__search'],
    ['own', 'command', { what: 'x' }, undefined],
    ['read_file', 'read', { path: 'x' }, undefined],
    ['plan_ready', 'plan', { plan: 'x' }, undefined],
    ['odd name(*)', 'network', {}, undefined],
  ])('%s (%s) %j: %s', (name, risk, args, rule) => {
    expect(suggest(name, risk, args)).toBe(rule);
    if (rule !== undefined) expect(decide(rule, name, risk, args)).toBe('allow');
  });
});
