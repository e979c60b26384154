import { act, cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FakeClient } from '../../testing/fake-client.ts';
import { realModels } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

test('opening the picker asks again, so that a model server started meanwhile is there', async () => {
  const { client, press } = await showApp();
  expect(screen.queryByText('gpt-5')).toBeNull();
  client.setModels(realModels);
  await press(/^Model: /);
  expect(await screen.findByRole('menuitemradio', { name: /gpt-5/ })).toBeTruthy();
});

test('the models of the last visit stand there until those of this one come', async () => {
  const connecting = (client: FakeClient) => {
    client.setModels(realModels);
    client.setConnection({ phase: 'connecting', retryAt: null });
  };
  const first = await showApp('/', connecting);
  expect(screen.queryByRole('button', { name: /^Model: / })).toBeNull();
  act(() => first.client.setConnection({ phase: 'online', retryAt: null }));
  expect(await screen.findByRole('button', { name: 'Model: gpt-5' })).toBeTruthy();
  cleanup();
  await showApp('/', connecting);
  expect(screen.getByRole('button', { name: 'Model: gpt-5' })).toBeTruthy();
});

test('what is remembered in another form is not used', async () => {
  localStorage.setItem('slipstream.models', '{"models":[{"id":7}],"default":"x"}');
  await showApp('/', (client) => client.setConnection({ phase: 'connecting', retryAt: null }));
  expect(screen.queryByRole('button', { name: /^Model: / })).toBeNull();
});
