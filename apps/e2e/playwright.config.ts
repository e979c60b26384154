// The browser tests: two workers, each test with a server of its own, and no second tries. A test that needs one is a bug
// in the product or in the test.
import { defineConfig } from '@playwright/test';
import { findBrowser } from './src/browser.ts';

const { executablePath, args, env } = await findBrowser();

export default defineConfig({
  testDir: 'src',
  workers: 2,
  retries: 0,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
  },
});
