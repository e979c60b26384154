// The page as a person uses it: what can be seen and pressed, by its words and roles. English, as the config sets it.
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export type ChatPage = {
  page: Page;
  composer: Locator;
  stop: Locator;
  /** The newest turn of the conversation. */
  answer: Locator;
  answers: Locator;
  questions: Locator;
  /** What the running turn says that it does. */
  live: Locator;
  approval: Locator;
  /** The row of a chat in the list. */
  row(title: string): Locator;
  /** Types a message and sends it with Enter. */
  send(text: string): Promise<void>;
  /** Waits for the end of the newest turn. */
  ended(status: string): Promise<void>;
};

/** Opens the server's page (or `path` of it) and waits until it can be used. */
export async function openChat(page: Page, url: string, path = '/'): Promise<ChatPage> {
  await page.goto(`${url}${path}`);
  const chat = toChatPage(page);
  await expect(chat.composer).toBeVisible();
  return chat;
}

export function toChatPage(page: Page): ChatPage {
  const answers = page.locator('article[data-role="assistant"]');
  const composer = page.getByRole('textbox', { name: 'Message' });
  const answer = answers.last();
  return {
    page,
    composer,
    answers,
    answer,
    stop: page.getByRole('button', { name: 'Stop', exact: true }),
    questions: page.locator('article[data-role="user"]'),
    live: page.locator('[data-live]'),
    approval: page.locator('[data-approval]'),
    row: (title) => page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: title }),
    async send(text) {
      await composer.fill(text);
      await composer.press('Enter');
    },
    async ended(status) {
      await expect(answer).toHaveAttribute('data-status', status);
    },
  };
}
