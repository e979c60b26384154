// Takes a picture of every scene of the gallery, and of what opens above the page, in one look. The gallery stands on a
// client in memory, so each state is there at once and is the same every time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { patiently } from '../chat-page.ts';

const web = fileURLToPath(new URL('../../../web', import.meta.url));

export type Gallery = { url: string; close(): void };

/** Builds the gallery and serves it. */
export async function openGallery(): Promise<Gallery> {
  const built = vite('build', '--logLevel', 'warn');
  const [code] = await once(built, 'exit');
  if (code !== 0) throw new Error('The gallery could not be built.');
  const child = vite('preview', '--host', '127.0.0.1', '--port', '0');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/[\w.:]+/.exec(line);
      if (found) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error('The gallery could not be served.')));
  });
  return { url, close: () => child.kill() };
}

function vite(...words: string[]) {
  return spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', ...words, '--config', 'gallery.config.ts'],
    {
      cwd: web,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
}

export type SceneLook = { language: 'en' | 'zh'; width: 1440 | 390; theme: 'light' | 'dark' };

async function openScene(page: Page, { url }: Gallery, scene: string, { language, theme }: SceneLook) {
  await page.goto(`${url}/gallery.html?scene=${scene}&theme=${theme}&lang=${language}`);
  await patiently(page.locator('main, form').first()).toBeVisible();
}

/** What comes late in a scene: a word about a slow connection, a card that is loaded on demand. */
const slow: Record<string, string> = {
  connecting: '[data-connection]',
  plan: '[data-plan]',
  question: '[data-question]',
  signIn: 'input',
};

/** What opens above a scene: the scene it stands on, and how it is opened. */
const above: Record<string, [scene: string, open: (page: Page) => Promise<void>]> = {
  palette: ['done', (page) => page.keyboard.press('Control+k')],
  keys: [
    'done',
    async (page) => {
      await page.locator('textarea').blur();
      await page.keyboard.press('?');
    },
  ],
  commands: ['done', (page) => page.locator('textarea').pressSequentially('/')],
  models: ['startReal', (page) => page.locator('textarea').pressSequentially('/model ')],
  files: ['done', (page) => page.locator('textarea').pressSequentially('@')],
  settings: ['done', (page) => clickLast(page, 'nav button[aria-haspopup="menu"]', 'nav')],
  messageMenu: ['done', (page) => page.locator('article button[aria-haspopup="menu"]').last().click()],
  otherModel: ['failedKey', (page) => page.locator('[data-ending] button[aria-haspopup]').click()],
  trace: ['done', (page) => page.locator('[data-trace] button').first().click()],
  drawer: ['done', (page) => page.locator('header button').first().click()],
};

async function clickLast(page: Page, what: string, inside: string) {
  if (!(await page.locator(inside).first().isVisible())) await page.locator('header button').first().click();
  await page.locator(what).last().click();
}

export async function shootGallery(
  page: Page,
  gallery: Gallery,
  look: SceneLook,
  shoot: (state: string) => Promise<void>,
): Promise<void> {
  await openScene(page, gallery, 'start', look);
  const scenes = await page.evaluate(() => Reflect.get(window, 'galleryScenes') as string[]);
  for (const scene of scenes) {
    await openScene(page, gallery, scene, look);
    if (slow[scene]) await patiently(page.locator(slow[scene])).toBeVisible();
    await shoot(`scene-${scene}`);
  }
  for (const [name, [scene, open]] of Object.entries(above)) {
    if (name === 'drawer' && look.width !== 390) continue;
    await openScene(page, gallery, scene, look);
    await open(page);
    await patiently(
      page.locator('[role="dialog"],[role="menu"],[role="listbox"],[data-call]').first(),
    ).toBeVisible();
    await shoot(`above-${name}`);
  }
}
