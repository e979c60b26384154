import { expect, test } from 'vitest';
import { toSandboxWords } from './to-sandbox-words.ts';

const bubblewrap = { kind: 'bubblewrap', path: '/usr/bin/bwrap', system: [], ownProc: true } as const;
const none = { kind: 'none', reason: 'bubblewrap is not installed' } as const;

test('The doctor says what keeps commands in', () => {
  const sandbox = { network: 'on', readable: ['/opt/a', '/opt/b'], memoryMb: 512 } as const;
  expect(toSandboxWords(bubblewrap, { sandbox, unsandboxedCommands: true })).toBe(
    'Commands run in a sandbox: they can write only in the workspace and /tmp, and have network access. ' +
      'They can also read /opt/a, /opt/b. Each of their processes may have 512 MiB of address space.',
  );
});

test('The doctor says what follows where nothing does', () => {
  const sandbox = { network: 'off', readable: [], memoryMb: 0 } as const;
  expect(toSandboxWords(none, { sandbox, unsandboxedCommands: true })).toMatch(/Each command asks first\.$/);
  expect(toSandboxWords(none, { sandbox, unsandboxedCommands: false })).toMatch(
    /see UNSANDBOXED_COMMANDS\.$/,
  );
});
