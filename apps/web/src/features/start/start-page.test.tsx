import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSession, realModels } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

const things = () =>
  screen.queryAllByRole('button', { name: /Calls a tool|Asks you|Shows its|Looks|Several/ });

test('the very first start says what this is and gives three things to try', async () => {
  await showApp('/', (client) => client.setModels(realModels));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Give it a task. Watch it work.');
  expect(things()).toHaveLength(3);
});

test('later an empty chat is quiet, and tells what can be typed', async () => {
  await showApp('/', (client) => {
    client.setModels(realModels);
    client.setSessions([aSession()]);
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('What shall we work on?');
  expect(screen.getByText(/@ finds files, Ctrl\+K finds everything else/)).toBeTruthy();
  expect(things()).toEqual([]);
});

test('the demo model goes on saying what it can do', async () => {
  await showApp('/', (client) => client.setSessions([aSession()]));
  expect(things().length).toBeGreaterThan(3);
});
