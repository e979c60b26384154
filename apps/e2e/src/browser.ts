// Finds a browser for the tests and says how to start it: the one that CHROME_PATH names, one that the system has, or
// the Chromium that an npm package carries. Nothing is ever downloaded here.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> };

const systemBrowsers = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser must not talk to anybody but the server under test, and must not depend on the machine's settings. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--font-render-hinting=none',
];

const cache = fileURLToPath(new URL('../../../node_modules/.cache/slipstream/', import.meta.url));

/** Rejects with one sentence that says what to do when there is no browser. */
export async function findBrowser(): Promise<Browser> {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which is not there.`);
    return { executablePath: named, args, env: {} };
  }
  const system = systemBrowsers.find((path) => existsSync(path));
  if (system) return { executablePath: system, args, env: {} };
  return packagedBrowser();
}

/**
 * The package's own flags are for functions in a cloud: they switch off the web's security, which these tests are
 * about, and share one process between browser and page. Only its binary is used.
 */
async function packagedBrowser(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No browser was found: install Chrome or Chromium, or set CHROME_PATH to one.');
  const folder = await unpacked();
  const executablePath = join(folder, 'chromium');
  const bare = { executablePath, args, env: {} };
  if (starts(bare)) return bare;
  const env = {
    LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']]
      .filter(Boolean)
      .join(':'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
  };
  const complete = { executablePath, args, env };
  if (starts(complete)) return complete;
  throw new Error('The packaged Chromium does not start here: install Chromium, or set CHROME_PATH to one.');
}

function starts({ executablePath, env }: Browser): boolean {
  return spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).status === 0;
}

/** The folder with the unpacked browser. Unpacked beside it and moved whole, so that a cut-off run leaves no half. */
async function unpacked(): Promise<string> {
  const packageFile = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const bin = join(dirname(packageFile), '..', 'bin');
  const version = /@sparticuz\+chromium@([\d.]+)/.exec(packageFile)?.[1] ?? 'unknown';
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(join(folder, 'chromium'))) return folder;

  mkdirSync(cache, { recursive: true });
  const part = mkdtempSync(join(cache, 'chromium-part-'));
  const { inflate } = await import('@sparticuz/chromium');
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = part; // The package unpacks into the folder for temporary files, and asks for no other.
  try {
    for (const file of ['chromium.br', 'fonts.tar.br', 'al2023.tar.br', 'swiftshader.tar.br'])
      await inflate(join(bin, file));
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(part, folder);
  return folder;
}
