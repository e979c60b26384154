// The page's files as they are served: what is kept for ever, what is asked for again, and what is never given out.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rawBytes, rawRequest } from './support/raw-request.ts';
import { startTestApp } from './support/test-app.ts';

const script = `console.log(${JSON.stringify('x'.repeat(2000))});`;

async function startBuilt() {
  const app = await startTestApp();
  mkdirSync(join(app.webDir, 'assets'));
  writeFileSync(join(app.webDir, 'index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(app.webDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(app.webDir, '.hidden'), 'secret');
  writeFileSync(join(app.webDir, 'assets', 'main-abc123.js'), script);
  writeFileSync(join(app.webDir, 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
  return app;
}

test.each(['/', '/s/018f0000-0000-7000-8000-000000000000', '/?x=1', '/s/anything'])(
  'The entry page is served at %s and always asked for again',
  async (path) => {
    const app = await startBuilt();
    const { status, headers, body } = await rawRequest(`${app.url}${path}`);
    expect({ status, body }).toEqual({ status: 200, body: '<!doctype html><title>Page</title>' });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await rawRequest(`${app.url}${path}`, {
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(again.status).toBe(304);
  },
);

test('Assets are kept for ever, other files are asked for again', async () => {
  const app = await startBuilt();
  const asset = await rawRequest(`${app.url}/assets/main-abc123.js`);
  expect(asset).toMatchObject({ status: 200, body: script });
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(asset.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  const icon = await rawRequest(`${app.url}/icon.svg`);
  expect(icon.headers['cache-control']).toBe('no-cache');
  expect(icon.headers['content-type']).toBe('image/svg+xml');
});

test('Whoever takes Brotli gets the file that was compressed at the build', async () => {
  const app = await startBuilt();
  const response = await fetch(`${app.url}/assets/main-abc123.js`, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect(await response.text()).toBe(script);
});

test.each([
  '/nothing',
  '/assets/nothing.js',
  '/assets/',
  '/assets',
  '/.hidden',
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%00',
  '//etc/passwd',
  '/s/a/b',
  '/index.html/',
])('%s gives nothing', async (path) => {
  const app = await startBuilt();
  writeFileSync(join(app.webDir, '..', 'package.json'), 'secret', { flag: 'a' });
  try {
    const answer = await rawBytes(
      app.port,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nConnection: close\r\n\r\n`,
    );
    expect([400, 403, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/secret|root:/);
  } finally {
    rmSync(join(app.webDir, '..', 'package.json'));
  }
});

test('A page address that does not exist is told in plain text', async () => {
  const app = await startBuilt();
  expect(await rawRequest(`${app.url}/nothing`)).toMatchObject({
    status: 404,
    body: 'There is no page at this address.\n',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
});

test('Without a build the entry page says what to do, and is there as soon as there is one', async () => {
  const app = await startTestApp();
  for (const path of ['/', '/s/x']) {
    const answer = await rawRequest(`${app.url}${path}`);
    expect(answer.status).toBe(503);
    expect(answer.body).toContain('npm run build');
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  writeFileSync(join(app.webDir, 'index.html'), 'built');
  expect(await rawRequest(`${app.url}/`)).toMatchObject({ status: 200, body: 'built' });
});

test('A missing build folder is no fault', async () => {
  const app = await startTestApp({ webDir: '/nowhere/at/all' });
  expect((await rawRequest(`${app.url}/`)).status).toBe(503);
  expect((await rawRequest(`${app.url}/assets/x.js`)).status).toBe(404);
});
