import { describe, expect, it } from 'vitest';
import { toCommandEnvironment } from './command-environment.ts';

const source = {
  PATH: '/bin',
  HOME: '/home/me',
  LANG: 'C.UTF-8',
  LC_ALL: 'C',
  USER: 'me',
  TMPDIR: '/var/tmp',
  TZ: 'Asia/Shanghai',
  OPENAI_API_KEY: 'sk-secret',
  AUTH_TOKEN: 'secret',
  LD_PRELOAD: '/evil.so',
  BASH_ENV: '/evil.sh',
  NODE_OPTIONS: '--require /evil.js',
  LC_lower: 'x',
  PATHS: 'x',
  SLIPSTREAM_CALL: 'of the parent',
  EMPTY: undefined,
};

describe('the environment of commands', () => {
  it('has the allowed variables and nothing else', () => {
    expect(toCommandEnvironment(source, 'host', 'mark')).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      LANG: 'C.UTF-8',
      LC_ALL: 'C',
      USER: 'me',
      TMPDIR: '/var/tmp',
      TZ: 'Asia/Shanghai',
      TERM: 'dumb',
      SLIPSTREAM_CALL: 'mark',
    });
  });

  it('has folders of the sandbox inside it, and a PATH in any case', () => {
    expect(toCommandEnvironment({ HOME: '/home/me' }, 'sandbox', 'mark')).toEqual({
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: '/tmp/home',
      TMPDIR: '/tmp',
      TERM: 'dumb',
      SLIPSTREAM_CALL: 'mark',
    });
  });
});
