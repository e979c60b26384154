// The page as a person uses it: what can be seen and pressed, by its words and roles.
import { expect, type Locator, type Page } from '@playwright/test';

/** For a machine that has much else to do. */
export const patiently = expect.configure({ timeout: 30_000 });

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
  /** Waits for the end of the newest turn: of a message just sent that of its own, which may not be there yet. */
  ended(status: string): Promise<void>;
};

/** Opens the server's page (or `path` of it) and waits until it can be used. */
export async function openChat(page: Page, url: string, path = '/'): Promise<ChatPage> {
  await page.goto(`${url}${path}`);
  const chat = toChatPage(page);
  await patiently(chat.composer).toBeVisible();
  return chat;
}

const names = {
  en: { composer: 'Message', stop: 'Stop', chats: 'Chats' },
  zh: { composer: '消息', stop: '停止', chats: '对话列表' },
};

export function toChatPage(page: Page, language: keyof typeof names = 'en'): ChatPage {
  const words = names[language];
  const answers = page.locator('article[data-role="assistant"]');
  const composer = page.getByRole('textbox', { name: words.composer, exact: true });
  const answer = answers.last();
  /** How many answers there are at least once that to the message sent last has begun. */
  let due = 0;
  return {
    page,
    composer,
    answers,
    answer,
    stop: page.getByRole('button', { name: words.stop, exact: true }),
    questions: page.locator('article[data-role="user"]'),
    live: page.locator('[data-live]'),
    approval: page.locator('[data-approval]'),
    row: (title) => page.getByRole('navigation', { name: words.chats }).getByRole('link', { name: title }),
    async send(text) {
      await composer.fill(text);
      const statuses = await answers.evaluateAll((all) => all.map((each) => each.dataset['status']));
      due = statuses.length + (statuses.at(-1) === 'running' ? 0 : 1);
      await composer.press('Enter');
    },
    async ended(status) {
      await patiently.poll(() => answers.count()).toBeGreaterThanOrEqual(due);
      due = 0;
      await patiently(answer).toHaveAttribute('data-status', status);
    },
  };
}
