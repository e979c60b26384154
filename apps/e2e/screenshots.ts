// Takes a picture of each state of the page at two widths, in both themes and languages, into screenshots/ of the
// repository, and the README's picture. Run by `npm run screenshots`; words behind it
// pick states by their names (`scene-` and `above-` are all of these), and looks (`zh-390-dark`).
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from './src/browser.ts';
import { patiently } from './src/chat-page.ts';
import { openGallery, showEach } from './src/pictures/gallery.ts';
import { openTrace, type Stage, setStage } from './src/pictures/stage.ts';
import { chinese, english, type Words } from './src/pictures/words.ts';
import { startServer } from './src/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isLook = (word: string) => /^(en|zh)-\d+-(light|dark)$/.test(word);
const wanted = process.argv.slice(2).filter((word) => !isLook(word));
const wantedLooks = process.argv.slice(2).filter(isLook);
const widths = { 1440: 900, 390: 844 } as const;

type Look = { words: Words; width: 1440 | 390; theme: 'light' | 'dark' };

const nameOf = ({ words, width, theme }: Look) => `${words.language}-${width}-${theme}`;

const looks = (words: Words): Look[] =>
  ([1440, 390] as const)
    .flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ words, width, theme })))
    .filter((look) => wantedLooks.length === 0 || wantedLooks.includes(nameOf(look)));

async function openLook(browser: Browser, { words, width, theme }: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: widths[width] },
    deviceScaleFactor: width === 390 ? 2 : 1,
    hasTouch: width === 390,
    isMobile: width === 390,
    colorScheme: theme,
    timezoneId: 'UTC',
  });
  await context.addInitScript(
    (language) => localStorage.setItem('slipstream.language', language),
    words.language,
  );
  return context;
}

async function shoot(page: Page, state: string, look: Look): Promise<void> {
  if (wanted.length > 0 && !wanted.some((name) => name === state || name === `${state.split('-')[0]}-`))
    return;
  const folder = join(root, 'screenshots', nameOf(look));
  await mkdir(folder, { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, `${state}.png`), animations: 'disabled', caret: 'hide' });
}

async function shootAll(browser: Browser, look: Look, stage: Stage): Promise<void> {
  const context = await openLook(browser, look);
  const page = await context.newPage();
  const { server, paths } = stage;
  const open = async (path: string) => {
    await page.goto(server.url + path);
    await patiently(page.locator('article, h1').first()).toBeVisible();
  };
  await open('/');
  await shoot(page, 'start', look);
  for (const [state, path] of Object.entries(paths)) {
    await open(path);
    // Colours come after the code.
    if (state === 'rich') await patiently(page.locator('article pre code span').first()).toBeVisible();
    await shoot(page, state, look);
  }
  await open(paths.fixed);
  await openTrace(page);
  await shoot(page, 'trace', look);
  if (look.width === 390) {
    await page.locator('header button').first().click();
    await patiently(page.getByRole('dialog')).toBeVisible();
    await shoot(page, 'list', look);
  }
  await open('/');
  // The button is there when the models are; until then another one is the first.
  await page.locator('form button[aria-haspopup]').filter({ hasText: 'your-model' }).click();
  await patiently(page.getByRole('menu')).toBeVisible();
  await shoot(page, 'models', look);
  await context.close();
}

/** What the page shows while the server is away and after it came back. Ends the stage's other states. */
async function shootAway(browser: Browser, words: Words, { server, paths }: Stage): Promise<void> {
  const pages: [Look, Page][] = [];
  for (const look of looks(words)) {
    const page = await (await openLook(browser, look)).newPage();
    await page.goto(server.url + paths.streaming);
    await patiently(page.locator('[data-live]')).toBeVisible();
    pages.push([look, page]);
  }
  await server.kill('SIGKILL');
  for (const [look, page] of pages) {
    await patiently(page.locator('[data-connection]')).toBeVisible();
    await shoot(page, 'lost', look);
  }
  await server.start();
  for (const [look, page] of pages) {
    await page.reload();
    await patiently(page.locator('[data-ending="interrupted"]').first()).toBeVisible();
    await shoot(page, 'interrupted', look);
    await page.context().close();
  }
}

async function shootSignIn(browser: Browser, words: Words): Promise<void> {
  const server = await startServer({ env: { AUTH_TOKEN: 'a-token-for-the-picture' } });
  for (const look of looks(words)) {
    const context = await openLook(browser, look);
    const page = await context.newPage();
    await page.goto(server.url);
    await patiently(page.locator('input[aria-describedby="sign-in-problem"]')).toBeVisible();
    await shoot(page, 'sign-in', look);
    await context.close();
  }
  await server.close();
}

async function shootReadme(browser: Browser, { server, paths }: Stage): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1240, height: 860 } });
  const page = await context.newPage();
  await page.goto(server.url + paths.fixed);
  await page.locator('[data-trace]').last().getByRole('button').first().click();
  await patiently(page.locator('[data-call]').last()).toBeVisible();
  const folder = join(root, 'docs', 'images');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, 'slipstream.png'), animations: 'disabled', caret: 'hide' });
  await context.close();
}

/** The states that a server can hardly be held in, and what opens above the page. */
async function shootScenes(browser: Browser): Promise<void> {
  const gallery = await openGallery();
  try {
    for (const words of [english, chinese])
      for (const look of looks(words)) {
        const context = await openLook(browser, look);
        const page = await context.newPage();
        const { width, theme } = look;
        await showEach(page, gallery, { language: words.language, width, theme }, (state) =>
          shoot(page, state, look),
        );
        await context.close();
      }
  } finally {
    await gallery.close();
  }
}

const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
const scenesOnly = wanted.length > 0 && wanted.every((state) => /^(scene|above)-/.test(state));
try {
  await shootScenes(browser);
  for (const words of scenesOnly ? [] : [english, chinese]) {
    if (looks(words).length === 0) continue;
    const stage = await setStage(browser, words);
    try {
      for (const look of looks(words)) await shootAll(browser, look, stage);
      if (words.language === 'en' && process.argv.length === 2) await shootReadme(browser, stage);
      await shootAway(browser, words, stage);
    } finally {
      await stage.close();
    }
    await shootSignIn(browser, words);
  }
} finally {
  await browser.close();
}
