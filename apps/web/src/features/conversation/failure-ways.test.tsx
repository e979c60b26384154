import type { FailureFacts, TurnError } from '@slipstream/protocol';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMessage, anAnswer, aSession, realModels, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

function showFailure(failed: Partial<TurnError> = {}, text = '') {
  const error: TurnError = { kind: 'auth', message: 'No.', retryable: false, ...failed };
  return showApp(`/s/${sessionId}`, (client) => {
    client.setModels(realModels);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession({ model: 'gpt-5' }),
      messages: [aMessage(), anAnswer({ status: 'failed', text, error, model: 'gpt-5' })],
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

const facts = (what: FailureFacts['what'], more: Partial<FailureFacts> = {}): FailureFacts => ({
  what,
  host: 'api.example.com',
  model: 'gpt-5',
  keyName: 'KEY',
  urlName: 'URL',
  words: '',
  ...more,
});

const waysShown = () =>
  [...(document.querySelector('[data-ending]')?.querySelectorAll('button') ?? [])].map(
    ({ textContent }) => textContent,
  );

test.each([
  [{ kind: 'auth' }, ['Retry', 'Try another model', 'How models are connected']],
  [{ kind: 'not_found' }, ['Retry', 'Try another model', 'How models are connected']],
  [{ kind: 'rate_limit' }, ['Retry', 'Try another model']],
  [
    { kind: 'rate_limit', facts: facts('out_of_credit') },
    ['Retry', 'Try another model', 'How models are connected'],
  ],
  [{ kind: 'context_length' }, ['Try another model', 'New chat', 'Change the message']],
  [{ kind: 'content_filter' }, ['Change the message', 'Try another model', 'Retry']],
  [{ kind: 'server' }, ['Retry', 'Try another model']],
] as const)('of %j the ways on are %j', async (failed, shown) => {
  await showFailure(failed);
  expect(waysShown()).toEqual(shown);
});

test('what had been said before it failed can be gone on with', async () => {
  const { press, called } = await showFailure({ kind: 'stream_interrupted' }, 'Half of it');
  expect(waysShown()).toEqual(['Continue', 'Retry', 'Try another model']);
  await press('Continue');
  expect(called('send').map(([, text]) => text)).toEqual(['continue']);
});

test('where the message is at fault it is changed, or another chat begun', async () => {
  const { press } = await showFailure({ kind: 'context_length' });
  expect(screen.getByRole('button', { name: 'Answer again' })).toBeTruthy();
  await press('Change the message');
  expect(screen.getByRole('textbox', { name: 'Edit and send again' })).toBeTruthy();
  fireEvent.click(within(document.querySelector('[data-ending]') as HTMLElement).getByText('New chat'));
  expect(location.pathname).toBe('/');
});

test('how long the provider asks to wait is said', async () => {
  await showFailure({ kind: 'rate_limit', facts: facts('rate_limit', { waitMs: 300_000 }) });
  expect(document.querySelector('[data-ending]')?.textContent).toMatch(
    /^api.example.com allows no more requests for now. Send it again in 5 min, or choose another model./,
  );
});
