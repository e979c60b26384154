import type { Session } from '@slipstream/protocol';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatCost } from '../../i18n/format.ts';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { aMessage, anAnswer, aSession, realModels, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';
import { fillOfMessages, fillOfTurn } from './to-context-fill.ts';

const usage = { inputTokens: 12_000, outputTokens: 340, reasoningTokens: 40, cachedTokens: 8000 };
const trace = { steps: 1, tools: 0, agents: 0, durationMs: 10 };

function showAnswer(changes: Parameters<typeof anAnswer>[0]) {
  return showApp(`/s/${sessionId}`, (client) => {
    client.setModels(realModels);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession({ model: 'gpt-5' }),
      messages: [aMessage(), anAnswer({ usage, trace, ...changes })],
    });
  });
}

test('under an answer without work stand its tokens and its cost, with the rest one hover away', async () => {
  await showAnswer({ costUsd: 0.0031, usage: { ...usage, reasoningTokens: 0 } });
  const line = screen.getByText('12,340 tokens · $0.0031');
  expect(line.title).toBe('12,000 tokens in · 8,000 of them cached · 340 tokens out · $0.0031');
});

test('where the line of the work tells them, they are not told again', async () => {
  await showAnswer({ costUsd: 0.0031 });
  expect(screen.getAllByText(/12,340 tokens/).map((each) => each.textContent)).toEqual([
    'Thought for 10 ms · 12,340 tokens · $0.0031',
  ]);
});

test('what was estimated has a tilde, and a cost that nobody knows is not there', async () => {
  await showAnswer({ usageEstimated: true });
  expect(screen.getByText(/ · ~12,340 tokens$/)).toBeTruthy();
  expect(screen.queryByText(/\$/)).toBeNull();
});

test('both are said in Chinese', async () => {
  await chooseLanguage('zh');
  try {
    await showAnswer({ costUsd: 1.5 });
    expect(screen.getByText(/ · 共 12,340 token · \$1\.50$/)).toBeTruthy();
    expect(screen.getByText(/已用上下文/).parentElement?.textContent).toBe('已用上下文：3%');
  } finally {
    await chooseLanguage('en');
  }
});

test('the composer tells how full the window is', async () => {
  await showAnswer({});
  const meter = screen.getByText(/Context used/).parentElement;
  expect(meter?.textContent).toBe('Context used: 3%');
  expect(meter?.title).toBe('12,300 of 400,000 tokens of the model’s context');
});

const spent = { model: 'gpt-5', usage, costUsd: 0.25, usageEstimated: true, messageCount: 2 };

function showSession(changes: Partial<Session>) {
  return showApp(`/s/${sessionId}`, (client) => {
    client.setModels(realModels);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession(changes),
      messages: [aMessage(), anAnswer({})],
    });
  });
}

test('beside the composer stands what the chat has cost, and its menu tells the tokens', async () => {
  await showSession(spent);
  const cost = screen.getByText('~$0.25');
  expect(cost.title).toMatch(/^This chat so far: ~12,000 tokens in .* · ~\$0\.25$/);
  const [menu] = screen.getAllByRole('button', { name: /A session/ });
  fireEvent.click(menu as HTMLElement);
  expect(await screen.findByText('This chat so far: ~12,340 tokens · ~$0.25')).toBeTruthy();
});

test('a chat whose cost nobody knows tells its tokens alone, one without an answer nothing', async () => {
  const { costUsd: _, usageEstimated: __, ...known } = spent;
  await showSession(known);
  expect(screen.queryByText(/\$/)).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: /A session/ })[0] as HTMLElement);
  expect(await screen.findByText('This chat so far: 12,340 tokens')).toBeTruthy();
  cleanup();
  await showSession({ model: 'gpt-5' });
  fireEvent.click(screen.getAllByRole('button', { name: /A session/ })[0] as HTMLElement);
  await screen.findByText('Rename');
  expect(screen.queryByText(/This chat so far/)).toBeNull();
});

test('the cost of a chat is said in Chinese', async () => {
  await chooseLanguage('zh');
  try {
    await showSession(spent);
    expect(screen.getByText('约 $0.25').title).toMatch(/^本对话累计：输入约 12,000 token/);
  } finally {
    await chooseLanguage('en');
  }
});

test('the fill is what the running turn last took, else what the next message is sent with', () => {
  const step = { usage: { ...usage, estimated: false } };
  const turn = { steps: [step, { usage: null }] } as never;
  expect(fillOfTurn(turn)).toEqual({ tokens: 12_340, estimated: false });
  expect(fillOfMessages([aMessage()])).toBeNull();
  const single = anAnswer({ usage, trace });
  expect(fillOfMessages([single])).toEqual({ tokens: 12_300, estimated: false });
  const worked = anAnswer({ usage, trace: { ...trace, steps: 3 }, text: '12345678你好' });
  const messages = [aMessage({ text: '1234' }), worked];
  expect(fillOfMessages(messages)).toEqual({ tokens: 5, estimated: true });
});

test.each([
  [0, '$0.00'],
  [12.3456, '$12.35'],
  [0.104, '$0.10'],
  [0.05, '$0.05'],
  [0.0312, '$0.031'],
  [0.000_123, '$0.00012'],
])('a cost of %d is written as %s', (usd, text) => {
  expect(formatCost('en', usd)).toBe(text);
});
