import type { AddedTools } from '@slipstream/client';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showApp } from '../../testing/show-app.tsx';

async function openTools(added: AddedTools | null) {
  const { press } = await showApp('/', (client) => client.setAddedTools(added));
  await press('Settings');
  await act(async () => {
    fireEvent.click(screen.getByRole('menuitem', { name: 'Added tools' }));
  });
  return within(await screen.findByRole('dialog', { name: 'Added tools' }));
}

test('the settings list MCP servers and files with tools, with their state and what is wrong', async () => {
  const dialog = await openTools({
    servers: [
      { name: 'docs', state: 'ready', tools: ['docs__search', 'docs__read'], problem: null },
      { name: 'dead', state: 'failed', tools: [], problem: 'spawn /nowhere ENOENT' },
    ],
    files: [
      { path: '/own/greet.ts', tools: ['greet'], problem: null },
      { path: '/own/broken.ts', tools: [], problem: 'Line 2: no key' },
    ],
  });
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'docs readydocs__search docs__read',
    'dead not there; tried againspawn /nowhere ENOENT',
    '/own/greet.ts loadedgreet',
    '/own/broken.ts not loadedLine 2: no key',
  ]);
});

test('the settings say where nothing was added', async () => {
  const dialog = await openTools({ servers: [], files: [] });
  expect(dialog.getByText('No MCP servers. The file .mcp.json beside the server lists them.')).toBeTruthy();
  expect(dialog.getByText('None. TOOLS_DIR names the folder that they are in.')).toBeTruthy();
});

test('a server that does not answer is told', async () => {
  const dialog = await openTools(null);
  expect(dialog.getByText('They could not be loaded. Check the connection.')).toBeTruthy();
});
