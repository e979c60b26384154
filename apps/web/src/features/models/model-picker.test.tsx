import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { realModels } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

test('opening the picker asks again, so that a model server started meanwhile is there', async () => {
  const { client, press } = await showApp();
  expect(screen.queryByText('gpt-5')).toBeNull();
  client.setModels(realModels);
  await press(/^Model: /);
  expect(await screen.findByRole('menuitemradio', { name: /gpt-5/ })).toBeTruthy();
});
