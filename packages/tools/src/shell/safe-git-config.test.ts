import { describe, expect, it } from 'vitest';
import { toSafeConfig } from './safe-git-config.ts';

describe('the settings of a new repository', () => {
  it('are kept as git writes them', () => {
    const text = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = true
[user]
\tname = Ada Löwe
\temail = a@b.c
[remote "origin"]
\turl = git@example.com:a/b.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "feature/one.two"]
\tremote = origin
\tmerge = refs/heads/feature/one.two
`;
    expect(toSafeConfig(text)).toEqual({ text, leftOut: 0 });
  });

  it.each([
    ['[core]\n\tfsmonitor = touch x\n', '[core]\n'],
    ['[core]\n\thooksPath = ../x\n', '[core]\n'],
    ['[core]\n\tpager = sh -c id\n', '[core]\n'],
    ['[core]\n\tsshCommand = id\n', '[core]\n'],
    ['[core]\n\tworktree = /\n', '[core]\n'],
    ['[core] fsmonitor = id\n', ''],
    ['[core]\n\tbare = false # x\n', '[core]\n'],
    ['[core]\n\tbare = fal\\\nse\n', '[core]\n'],
    ['[core "x"]\n\tbare = false\n', ''],
    ['[alias]\n\tname = !id\n', ''],
    ['[user]\n\tname = me\n[alias]\n\tname = !id\n', '[user]\n\tname = me\n'],
    ['[user]\n[alias] [user]\n\tname = me\n', '[user]\n'],
    ['[include]\n\tpath = ../x\n', ''],
    ['[includeIf "gitdir:/"]\n\tpath = x\n', ''],
    ['[filter "x"]\n\tclean = id\n', ''],
    ['[diff]\n\texternal = id\n', ''],
    ['[credential]\n\thelper = !id\n', ''],
    ['[url "x"]\n\tinsteadOf = y\n', ''],
    ['[extensions]\n\tworktreeConfig = true\n', ''],
    ['[remote "a"]\n\turl = ext::sh -c id\n', '[remote "a"]\n'],
    ['[remote "a"]\n\turl = -oProxyCommand=id\n', '[remote "a"]\n'],
    ['[remote "a"]\n\tuploadpack = id\n', '[remote "a"]\n'],
    ['[remote "a"]\n\tproxy = id\n', '[remote "a"]\n'],
    ['[remote "a\\"]\n\turl = /x\n', ''],
    ['[gpg]\n\tprogram = id\n', ''],
    ['\tbare = false\n', ''],
  ])('%j becomes %j', (text, safe) => {
    const result = toSafeConfig(text);
    expect(result.text).toBe(safe);
    expect(result.leftOut).toBeGreaterThan(0);
  });
});
