// Shows every scene of the gallery, and what opens above the page, in one look. The gallery stands on a
// client in memory, so each state is there at once and is the same every time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { patiently } from '../chat-page.ts';

const web = fileURLToPath(new URL('../../../web', import.meta.url));

export type Gallery = { url: string; close(): Promise<void> };

/** Builds the gallery into a folder of its own and serves it. */
export async function openGallery(): Promise<Gallery> {
  const folder = await mkdtemp(join(tmpdir(), 'slipstream-gallery-'));
  const place = ['--outDir', folder];
  const built = vite('build', '--logLevel', 'warn', '--emptyOutDir', ...place);
  const [code] = await once(built, 'exit');
  if (code !== 0) throw new Error('The gallery could not be built.');
  const child = vite('preview', '--host', '127.0.0.1', '--port', '0', ...place);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/[\w.:]+/.exec(line);
      if (found) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error('The gallery could not be served.')));
  });
  return {
    url,
    async close() {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
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

export type SceneLook = {
  language: 'en' | 'zh';
  width: 1440 | 390;
  /** `system` follows what the browser prefers. */
  theme: 'light' | 'dark' | 'system';
};

async function openScene(page: Page, { url }: Gallery, scene: string, { language, theme }: SceneLook) {
  await page.goto(`${url}/gallery.html?scene=${scene}&theme=${theme}&lang=${language}`);
  await patiently(page.locator('main, form').first()).toBeVisible();
  // Answers stand as they are written until the parser is there.
  await patiently(page.locator('article [data-plain]')).toHaveCount(0);
  if (slow[scene]) await patiently(page.locator(slow[scene]).last()).toBeVisible();
}

const colours = 'article pre code span';

/** What comes late in a scene: a word about a slow connection, a card that is loaded on demand, the colours of code. */
const slow: Record<string, string> = {
  connecting: '[data-connection]',
  done: colours,
  streaming: colours,
  long: colours,
  folded: colours,
  plan: '[data-plan] pre code span',
  question: '[data-question]',
  signIn: 'input',
  readOnly: colours,
  readOnlyQuestion: '[data-question]',
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
  settings: ['done', (page) => clickInList(page, 'button[aria-haspopup="menu"]')],
  messageMenu: ['done', (page) => page.locator('article button[aria-haspopup="menu"]').last().click()],
  otherModel: ['failedKey', (page) => page.locator('[data-ending] button[aria-haspopup]').click()],
  trace: ['done', (page) => page.locator('[data-trace] button').first().click()],
  image: [
    'done',
    async (page) => {
      await page.locator('[data-trace] button').first().click();
      await page.getByRole('button', { name: /chart\.png/ }).click();
      await patiently(page.locator('article img')).toBeVisible();
      await page.locator('article img').scrollIntoViewIfNeeded();
    },
  ],
  timeline: ['done', openTimeline],
  sent: [
    'done',
    async (page) => {
      await openTimeline(page);
      await page.locator('[data-row-button]').first().click();
      // What it was sent is the last that a model call opens into.
      await page.locator('[data-row-details] button[aria-expanded]').last().click();
      await patiently(page.locator('[data-sent-along]')).toBeVisible();
      await page.locator('[data-prompt-part] button').first().click();
      await page.locator('[data-sent-along]').scrollIntoViewIfNeeded();
    },
  ],
  drawer: ['done', openList],
  workspace: ['done', openWorkspace],
  workspaceFile: [
    'done',
    async (page) => {
      await openWorkspace(page);
      await page.locator('[data-path$="report.ts"]').click();
      await patiently(page.locator('[data-file-text] span').first()).toBeVisible();
    },
  ],
  workspaceImage: [
    'done',
    async (page) => {
      await openWorkspace(page);
      await page.locator('[data-path$=".png"]').click();
      await patiently(page.locator('[data-file] img')).toBeVisible();
    },
  ],
  workspaceChanges: [
    'done',
    async (page) => {
      await openWorkspace(page);
      await page.locator('[data-opens^="changed "]').first().click();
      await patiently(page.locator('[data-file] pre')).toBeVisible();
    },
  ],
};

/** The files beside the chat, with some folders open. */
async function openWorkspace(page: Page) {
  await page.locator('header button:has(.lucide-panel-right)').click();
  await page.locator('[data-part="files"]').click();
  for (const path of ['src', 'src/nightly']) await page.locator(`[data-path="${path}"]`).click();
  await patiently(page.locator('[data-path$="report.ts"]')).toBeVisible();
  await page.mouse.move(0, 0);
}

/** The button of the timeline stands at the line above an answer. */
async function openTimeline(page: Page) {
  await page.locator('[data-trace] button').nth(1).click();
  await patiently(page.locator('[data-row-button]').first()).toBeVisible();
  // Where the button was, a filter may be now; under the pointer it would look chosen.
  await page.mouse.move(0, 0);
}

/** The first button of the header, on a phone. */
async function openList(page: Page) {
  await page.locator('header button').first().click();
  await patiently(page.getByRole('dialog')).toBeVisible();
}

/** On a phone what is in the list is behind the button of the list. */
async function clickInList(page: Page, what: string) {
  const inSight = page.locator(`nav ${what}`).filter({ visible: true });
  if ((await inSight.count()) === 0) await openList(page);
  await inSight.last().click();
}

export async function showEach(
  page: Page,
  gallery: Gallery,
  look: SceneLook,
  meet: (state: string) => Promise<void>,
): Promise<void> {
  // What one picture typed or opened is not there in the next.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('slipstream.draft.') || key === 'slipstream.side-panel')
        localStorage.removeItem(key);
  });
  await openScene(page, gallery, 'start', look);
  const scenes = await page.evaluate(() => Reflect.get(window, 'galleryScenes') as string[]);
  for (const scene of scenes) {
    await openScene(page, gallery, scene, look);
    // On a phone the list that failed is behind its button.
    if (scene === 'listFailed' && look.width === 390) await openList(page);
    await meet(`scene-${scene}`);
  }
  for (const [name, [scene, open]] of Object.entries(above)) {
    if (name === 'drawer' && look.width !== 390) continue;
    await openScene(page, gallery, scene, look);
    await open(page);
    await patiently(
      page
        .locator(
          '[role="dialog"],[role="menu"],[role="listbox"],[role="tree"],[data-file],[data-call],[data-row]',
        )
        .first(),
    ).toBeVisible();
    await meet(`above-${name}`);
  }
}
