import { AppError, type ChangedFile } from '@slipstream/protocol';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FakeClient } from '../../testing/fake-client.ts';
import { aMessage, anAnswer, aSession, sessionId, turnEvents, turnId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

let wide = true;
beforeEach(() => {
  wide = true;
  localStorage.setItem('slipstream.side-panel', 'files');
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wide,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => vi.unstubAllGlobals());

const make = turnEvents(0);
const aChange = (path: string, changes: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  ...{ kind: 'edited', changes: 1, undone: false, turnId, changedAt: '2026-01-05T09:00:00.000Z' },
  ...changes,
});

async function showFiles(prepare: (client: FakeClient) => void = () => {}) {
  const app = await showApp(`/s/${sessionId}`, (client) => {
    const { entries } = client.workspace;
    entries.set('src/main.ts', 'const one = 1;\nexport { one };\n');
    entries.set('src/deep/b.ts', 'b');
    entries.set('README.md', '# Read me');
    entries.set('.env', 'KEY=1');
    entries.set('logo.png', { kind: 'image', mediaType: 'image/png', bytes: 2048 });
    entries.set('data.bin', { kind: 'binary', bytes: 3_000_000 });
    client.setSessions([aSession()]);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession(),
      messages: [aMessage(), anAnswer({ text: 'Noted.' })],
    });
    prepare(client);
  });
  await screen.findByRole('tree');
  return app;
}

const rows = () => screen.getAllByRole('treeitem').map((row) => row.dataset['path']);
const row = (path: string) => {
  const found = screen.getAllByRole('treeitem').find((each) => each.dataset['path'] === path);
  if (!found) throw new Error(`There is no row ${path}.`);
  return found;
};
const click = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
  });
const key = (name: string) =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('shows the workspace as a tree, asks for a folder when it is opened, and walks it with the arrows', async () => {
  const { called } = await showFiles();
  expect(rows()).toEqual(['src', '.env', 'data.bin', 'logo.png', 'README.md']);
  expect(called('workspaceFolder')).toEqual([['']]);
  expect(row('data.bin').textContent).toContain('2.9\u00a0MB');
  row('src').focus();
  await key('ArrowRight');
  expect(called('workspaceFolder')).toEqual([[''], ['src']]);
  expect(rows()).toEqual(['src', 'src/deep', 'src/main.ts', '.env', 'data.bin', 'logo.png', 'README.md']);
  expect(row('src').getAttribute('aria-expanded')).toBe('true');
  expect(row('src/main.ts').getAttribute('aria-level')).toBe('2');
  await key('ArrowRight');
  expect(document.activeElement).toBe(row('src/deep'));
  await key('End');
  expect(document.activeElement).toBe(row('README.md'));
  await key('s');
  expect(document.activeElement).toBe(row('src'));
  await key('ArrowDown');
  await key('ArrowLeft');
  expect(document.activeElement).toBe(row('src'));
  await key('ArrowLeft');
  expect(rows()).not.toContain('src/deep');
  expect(screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0)).toEqual([row('src')]);
});

test('shows a text with its lines, and goes back to where it was opened from', async () => {
  await showFiles();
  await click(row('src'));
  row('src/main.ts').focus();
  await key('Enter');
  const view = within(await screen.findByRole('region', { name: 'src/main.ts' }));
  const text = await view.findByRole('group', { name: 'src/main.ts' });
  expect(text.querySelector('pre[aria-hidden]')?.textContent).toBe('1\n2');
  expect(text.querySelector('[data-file-text]')?.textContent).toBe('const one = 1;\nexport { one };\n');
  expect(document.activeElement).toBe(button('Back to all files'));
  await key('Escape');
  expect(document.activeElement).toBe(row('src/main.ts'));
});

test('what a text hides is shown, and nothing in it is anything but text', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u202Eevil\u0007\n';
  await showFiles((client) => void client.workspace.entries.set('a.html', hostile));
  await click(row('a.html'));
  const text = await screen.findByRole('group', { name: 'a.html' });
  expect(text.querySelector('[data-file-text]')?.textContent).toBe(
    '<img src=x onerror=alert(1)>\\u{202e}evil\\u{7}\n',
  );
  expect(text.querySelector('img')).toBeNull();
});

test('a picture is shown, and what is neither picture nor text, closed or gone is said', async () => {
  const { client } = await showFiles();
  await click(row('logo.png'));
  const picture = await screen.findByRole('img', { name: 'logo.png' });
  expect(picture.getAttribute('src')).toMatch(/^\/raw\?path=logo\.png&at=/);
  fireEvent.error(picture);
  expect(screen.getByText('The picture cannot be shown.')).toBeTruthy();
  await key('Escape');
  await click(row('data.bin'));
  expect(await screen.findByText(/no text and no picture that can be shown \(2\.9\sMB\)/)).toBeTruthy();
  await key('Escape');
  await click(row('.env'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/keys or passwords/);
  await key('Escape');
  client.workspace.entries.delete('README.md');
  await click(row('README.md'));
  expect((await screen.findByRole('alert')).textContent).toBe('The file is not there any more.');
});

test('what the chat has changed is marked in the tree, listed, and opens into what is different', async () => {
  const { called } = await showFiles((client) => {
    client.workspace.changed = [
      aChange('src/main.ts'),
      aChange('src/deep/b.ts', { kind: 'created' }),
      aChange('gone.txt', { undone: true }),
    ];
    client.workspace.diffs.set('src/main.ts', {
      state: 'changed',
      diff: '--- a/src/main.ts\n+++ b/src/main.ts\n@@ -1,1 +1,1 @@\n-const one = 0;\n+const one = 1;',
    });
    client.workspace.diffs.set('gone.txt', { state: 'gone', diff: null });
  });
  expect(row('src').textContent).toContain('changed files in it');
  expect(row('README.md').textContent).not.toContain('changed');
  expect(screen.getByRole('button', { name: 'b.ts src/deep new' })).toBeTruthy();
  await click(button('main.ts src edited'));
  expect(await screen.findByText('+const one = 1;')).toBeTruthy();
  expect(called('workspaceContent')).toEqual([]);
  await click(button('File'));
  expect(await screen.findByText('2', { exact: false, selector: 'pre[aria-hidden]' })).toBeTruthy();
  await key('Escape');
  expect(document.activeElement).toBe(button('main.ts src edited'));
  await click(button('gone.txt undone'));
  expect(await screen.findByText('The file is not there any more.')).toBeTruthy();
});

test('looks again after a call that may have changed something, keeps open what was open, and asks for nothing else', async () => {
  const { client, change, called } = await showFiles();
  await click(row('src'));
  await change(() => client.play(sessionId, [make.started('work'), make.step(1)]));
  const before = called('workspaceFolder').length;
  await change(() => client.play(sessionId, [make.call(1, '1', 'read_file', {}), make.result('1', 'x')]));
  await change(() => client.play(sessionId, [make.say(1, 'Now I write.')]));
  expect(called('workspaceFolder')).toHaveLength(before);
  client.workspace.entries.set('src/new.ts', 'new');
  client.workspace.changed = [aChange('src/new.ts', { kind: 'created' })];
  await change(() => client.play(sessionId, [make.call(1, '2', 'write_file', {})]));
  expect(called('workspaceFolder')).toHaveLength(before);
  await change(() => client.play(sessionId, [make.result('2', 'Written.')]));
  expect(called('workspaceFolder').slice(before)).toEqual([[''], ['src']]);
  expect(rows()).toContain('src/new.ts');
  expect(button('new.ts src new')).toBeTruthy();
  await click(row('src/new.ts'));
  client.workspace.entries.set('src/new.ts', 'newer');
  await change(() =>
    client.play(sessionId, [make.call(1, '3', 'bash', {}), make.result('3', ''), make.say(1, 'Done.')]),
  );
  expect(await screen.findByText('newer')).toBeTruthy();
});

test('a folder that is gone is closed, and one that is opened again is as it is then', async () => {
  const { client, press } = await showFiles();
  await click(row('src'));
  client.workspace.entries.delete('src/main.ts');
  client.workspace.entries.delete('src/deep/b.ts');
  const folder = client.workspaceFolder;
  client.workspaceFolder = (path) =>
    path === 'src' ? Promise.reject(new AppError('not_found')) : folder(path);
  await press('Look again');
  expect(rows()).toEqual(['.env', 'data.bin', 'logo.png', 'README.md']);
});

test('says when the workspace is empty or cannot be read, and tries again', async () => {
  localStorage.setItem('slipstream.side-panel', 'files');
  const { client, press } = await showApp(`/s/${sessionId}`, (fake) => {
    fake.workspace.problem = new AppError('unavailable');
    fake.setSessions([aSession()]);
    fake.setState(sessionId, { phase: 'ready', session: aSession(), messages: [aMessage()] });
  });
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  client.workspace.problem = null;
  await press('Try again');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByText('There is nothing in the workspace yet.')).toBeTruthy();
});

test('what was read stays while the server cannot be reached, and is read anew once it can', async () => {
  const { client, change, called } = await showFiles();
  client.workspace.problem = new AppError('unavailable');
  await change(() => client.setConnection({ phase: 'offline', retryAt: null }));
  expect(rows()).toContain('README.md');
  client.workspace.problem = null;
  client.workspace.entries.set('later.md', 'x');
  const before = called('workspaceFolder').length;
  await change(() => client.setConnection({ phase: 'online', retryAt: null }));
  expect(called('workspaceFolder')).toHaveLength(before + 1);
  expect(rows()).toContain('later.md');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('finds a file by its name', async () => {
  await showFiles();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a file by name' }), {
    target: { value: 'b.ts' },
  });
  await click(await screen.findByRole('button', { name: 'b.ts src/deep' }));
  expect(await screen.findByRole('region', { name: 'src/deep/b.ts' })).toBeTruthy();
  await key('Escape');
  await screen.findByText('1 found');
  expect(document.activeElement).toBe(button('b.ts src/deep'));
});

test('a folder that was found is opened in the tree, with all that it lies in', async () => {
  const { client } = await showFiles();
  client.workspacePaths = async () => ['src/deep/'];
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a file by name' }), {
    target: { value: 'deep' },
  });
  await click(await screen.findByRole('button', { name: 'deep src' }));
  expect(rows()).toContain('src/deep/b.ts');
  expect(document.activeElement).toBe(row('src/deep'));
});

test('names a file in the message, behind what is written there', async () => {
  const { field } = await showFiles((client) => void client.workspace.entries.set('my notes.md', 'x'));
  fireEvent.change(field(), { target: { value: 'Look at' } });
  field().setSelectionRange(7, 7);
  fireEvent.select(field());
  await click(row('my notes.md'));
  await click(button('Mention in the message'));
  expect(field().value).toBe('Look at @"my notes.md" ');
  expect(document.activeElement).toBe(field());
});

test('a sheet goes away for what is named in the message', async () => {
  wide = false;
  const { field, press } = await showApp(`/s/${sessionId}`, (client) => {
    client.workspace.entries.set('a.md', 'x');
    client.setSessions([aSession()]);
    client.setState(sessionId, { phase: 'ready', session: aSession(), messages: [aMessage()] });
  });
  await press('Show the side panel');
  await click(await screen.findByRole('button', { name: 'Files' }));
  await click(await screen.findByRole('treeitem', { name: /a\.md/ }));
  await click(button('Mention in the message'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field().value).toBe('@a.md ');
});

test('has the files that go into every prompt, and is where one left it after a look at something else', async () => {
  await showFiles();
  await click(button('Files in every prompt'));
  expect(await screen.findByRole('button', { name: 'Edit AGENTS.md' })).toBeTruthy();
  await click(row('src'));
  await click(button('Plan'));
  await click(button('Files'));
  await screen.findByRole('tree');
  expect(rows()).toContain('src/main.ts');
  await click(row('README.md'));
  await screen.findByRole('region', { name: 'README.md' });
  cleanup();
  await showApp(`/s/${sessionId}`, (client) => {
    client.workspace.entries.set('README.md', '# Read me');
    client.setSessions([aSession()]);
    client.setState(sessionId, { phase: 'ready', session: aSession(), messages: [aMessage()] });
  });
  expect(await screen.findByRole('region', { name: 'README.md' })).toBeTruthy();
});
