import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import worker from '../../public/sw.js?raw';

type Fetched = { request: { mode: string }; respondWith: (answer: Promise<Response>) => void };

/** What the page's service worker answers a reload with while no server does. */
async function reloaded(language: string): Promise<Response> {
  const listeners = new Map<string, (event: Fetched) => void>();
  runInNewContext(worker, {
    self: {
      navigator: { language },
      addEventListener: (name: string, listen: (event: Fetched) => void) => listeners.set(name, listen),
    },
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    Response,
  });
  return new Promise((resolve) => {
    listeners.get('fetch')?.({
      request: { mode: 'navigate' },
      respondWith: (answer) => void answer.then(resolve),
    });
  });
}

test.each([
  ['en-GB', 'This page tries again every 5 seconds.', 'Try again now'],
  ['zh-CN', '本页每 5 秒自动重试一次。', '立即重试'],
])(
  'a page that stands in for the server tries again by itself and says so (%s)',
  async (language, waits, now) => {
    const answer = await reloaded(language);
    expect(answer.status).toBe(503);
    // Of a script or a picture it may have none.
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    expect(page.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content')).toBe('5');
    expect(page.body.textContent).toContain(waits);
    expect(page.querySelector('a')?.textContent).toBe(now);
  },
);
