import type { PermissionList } from '@slipstream/protocol';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSandbox } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

async function openPermissions(list: PermissionList | null) {
  const shown = await showApp('/', (client) => client.setPermissions(list));
  await shown.press('Settings');
  await act(async () => {
    fireEvent.click(screen.getByRole('menuitem', { name: 'Permissions' }));
  });
  return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Permissions' })) };
}

const rules: PermissionList['rules'] = [
  { id: null, effect: 'deny', text: 'bash(git push *)', createdAt: null },
  { id: '1', effect: 'allow', text: 'bash(npm test *)', createdAt: '2026-01-01T00:00:00.000Z' },
  { id: '2', effect: 'allow', text: 'web_fetch(docs.example.com)', createdAt: '2026-01-01T00:00:00.000Z' },
];

test('the settings list what is always allowed, which can be taken back, and the rules of the owner, which cannot', async () => {
  const { dialog, press, called } = await openPermissions({ rules, sandbox: aSandbox });
  const items = () => dialog.getAllByRole('listitem').map((item) => item.textContent);
  expect(items()).toEqual(['bash(npm test *)', 'web_fetch(docs.example.com)', 'bash(git push *) forbidden']);
  await press('Remove bash(npm test *)');
  expect(called('removePermission')).toEqual([['1']]);
  expect(items()).toEqual(['web_fetch(docs.example.com)', 'bash(git push *) forbidden']);
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('a rule that could not be removed stays, and that is told', async () => {
  const { dialog, press, client } = await openPermissions({ rules, sandbox: aSandbox });
  client.removePermission = () => Promise.reject(new Error('gone'));
  await press('Remove bash(npm test *)');
  expect(dialog.getByRole('alert').textContent).toBe('The rule could not be removed. Try again.');
  expect(dialog.getByText('bash(npm test *)')).toBeDefined();
});

test.each([
  [{ memoryMb: 8192 }, /They have no network\. Each process may take 8.* of address space\.$/],
  [{}, /in a sandbox \(bubblewrap\).*They have no network\.$/],
  [
    { network: true, readable: ['/opt', '/x'] },
    /They have network access\. They can also read \/opt, \/x\.$/,
  ],
  [{ kind: 'none', reason: 'not here' }, 'There is no sandbox here (not here). Each command asks first.'],
  [
    { kind: 'none', reason: 'not here', commands: false },
    'There is no sandbox here (not here), so the agent cannot run commands.',
  ],
] as const)('the settings say what keeps commands in: %j', async (changes, words) => {
  const sandbox = { ...aSandbox, ...changes, readable: [...('readable' in changes ? changes.readable : [])] };
  const { dialog } = await openPermissions({ rules: [], sandbox });
  expect(dialog.getByText(words)).toBeDefined();
  expect(dialog.getByText(/Nothing yet\./)).toBeDefined();
});

test('a server that does not answer is told', async () => {
  const { dialog } = await openPermissions(null);
  expect(dialog.getByText('They could not be loaded. Check the connection.')).toBeDefined();
});
