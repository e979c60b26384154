import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMessage, anAnswer, aSession, realModels, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

function showFailure() {
  const error = { kind: 'auth', message: 'No.', retryable: false } as const;
  return showApp(`/s/${sessionId}`, (client) => {
    client.setModels(realModels);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession({ model: 'gpt-5' }),
      messages: [aMessage(), anAnswer({ status: 'failed', text: '', error, model: 'gpt-5' })],
    });
  });
}

test('a failed answer is tried again, or by another model for once', async () => {
  const { press, called } = await showFailure();
  expect(screen.queryByRole('button', { name: 'Answer again' })).toBeNull();
  await press('Retry');
  await press('Try another model');
  const others = await screen.findAllByRole('menuitemradio');
  expect(others.map((each) => each.textContent).join()).not.toContain('gpt-5');
  await act(async () => void fireEvent.click(others[0] as HTMLElement));
  expect(called('regenerate').map(([, , options]) => options)).toEqual([
    undefined,
    { model: expect.any(String) },
  ]);
});

test('where the settings are at fault it leads to how models are connected', async () => {
  const { press } = await showFailure();
  await press('How models are connected');
  expect(await screen.findByRole('dialog', { name: 'Connect a model' })).toBeTruthy();
});
