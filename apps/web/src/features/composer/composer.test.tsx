import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClientProvider } from '../../app/client-context.tsx';
import { createFakeClient } from '../../testing/fake-client.ts';
import type { Command } from '../commands/commands.ts';
import { Composer, type ComposerHandle } from './composer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const given = {
  model: [
    { value: 'gpt-5', label: 'GPT 5', note: 'openai' },
    { value: 'qwen3', label: 'Qwen 3' },
  ],
  export: [{ value: 'markdown', label: 'Markdown' }],
};

function setUp(
  changes: { running?: boolean; stopping?: boolean; draftKey?: string; hasSession?: boolean } = {},
) {
  const onSend = vi.fn();
  const onStop = vi.fn();
  const onCommand = vi.fn(({ name, argument }: Command) =>
    name === 'model' && argument === '' ? '/model ' : '',
  );
  const onEditLast = vi.fn(() => true);
  const handle = createRef<ComposerHandle>();
  const client = createFakeClient();
  const all = {
    sessionId: 's1',
    draftKey: 'one',
    running: false,
    stopping: false,
    onSend,
    onStop,
    onCommand,
    onEditLast,
    hasSession: true,
    given,
    foot: null,
    handle,
  };
  const view = render(
    <ClientProvider client={client}>
      <Composer {...all} {...changes} />
    </ClientProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const type = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.select(field);
  };
  const press = (key: string, more = {}) => fireEvent.keyDown(field, { key, keyCode: 13, ...more });
  return { client, onSend, onStop, onCommand, onEditLast, press, handle, field, type, ...view };
}

test('Enter sends the text and empties the field', () => {
  const { field, type, onSend } = setUp();
  type('  do it \n');
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(false);
  expect(onSend.mock.calls).toEqual([['do it']]);
  expect(field.value).toBe('');
});

test.each(['ctrlKey', 'metaKey'])('Enter with %s sends as well', (modifier) => {
  const { field, type, onSend } = setUp();
  type('do it');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, [modifier]: true });
  expect(onSend).toHaveBeenCalledWith('do it');
});

test('Shift+Enter is left to the field', () => {
  const { field, type, onSend } = setUp();
  type('a');
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, shiftKey: true })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
});

test('nothing is sent where nothing is written', () => {
  const { field, type, onSend } = setUp();
  type('   \n ');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
});

test('an Enter that belongs to an input method neither sends nor is swallowed', () => {
  const { field, type, onSend } = setUp();
  type('ni');
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(true);
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, isComposing: true })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
});

test("Safari's order: the Enter right after the composition's end is the input method's", () => {
  const { field, type, onSend } = setUp();
  type('你好');
  fireEvent.compositionEnd(field, { data: '你好' });
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(onSend).toHaveBeenCalledWith('你好');
});

test('while a turn runs Stop stands in the place of Send; a typed text brings it back, to queue', () => {
  const { type, onStop, onSend } = setUp({ running: true });
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(onStop).toHaveBeenCalledOnce();
  type('next');
  fireEvent.click(screen.getByRole('button', { name: 'Send after this answer' }));
  expect(onSend).toHaveBeenCalledWith('next');
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
});

test('while a turn runs a message can join it, by its button and by Ctrl+Enter', () => {
  const { type, onSend, field } = setUp({ running: true });
  type('now');
  fireEvent.click(screen.getByRole('button', { name: 'Send into this answer' }));
  type('and now');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(onSend.mock.calls).toEqual([
    ['now', { whenBusy: 'steer' }],
    ['and now', { whenBusy: 'steer' }],
  ]);
});

test('files are picked, pasted and dropped, can be taken back, and go with the message', async () => {
  vi.useRealTimers();
  const { field, type, onSend, container } = setUp();
  const file = (name: string) => new File(['x'], name, { type: 'text/plain' });
  fireEvent.change(screen.getByLabelText('Attach files', { selector: 'input' }), {
    target: { files: [file('picked.txt')] },
  });
  fireEvent.paste(field, { clipboardData: { files: [file('pasted.txt')] } });
  const form = container.querySelector('form');
  if (!form) throw new Error('No form.');
  fireEvent.drop(form, { dataTransfer: { files: [file('dropped.txt'), file('bad.exe')], types: ['Files'] } });
  type('look at these');
  fireEvent.click(await screen.findByRole('button', { name: 'Remove dropped.txt' }));
  await waitFor(() => {
    expect(screen.queryByLabelText('Sending the file…')).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend.mock.calls).toEqual([['look at these', { attachments: ['a-picked.txt', 'a-pasted.txt'] }]]);
  expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
});

test('Stop takes no second press while it is under way', () => {
  setUp({ running: true, stopping: true });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stopping…' }).disabled).toBe(true);
});

test('a draft survives the page, each session its own, and goes when it is sent', () => {
  const first = setUp({ draftKey: 'one' });
  first.type('half a tho');
  window.dispatchEvent(new Event('pagehide'));
  first.unmount();

  const other = setUp({ draftKey: 'two' });
  expect(other.field.value).toBe('');
  other.unmount();

  const again = setUp({ draftKey: 'one' });
  expect(again.field.value).toBe('half a tho');
  fireEvent.keyDown(again.field, { key: 'Enter', keyCode: 13 });
  act(() => vi.advanceTimersByTime(1000));
  again.unmount();
  expect(setUp({ draftKey: 'one' }).field.value).toBe('');
});

test('others can fill it, and it has the focus then', () => {
  const { handle, field } = setUp();
  act(() => handle.current?.fill('edit me'));
  expect(field.value).toBe('edit me');
  expect(document.activeElement).toBe(field);
});

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const settle = () => act(async () => vi.advanceTimersByTimeAsync(100));

test('a slash lists commands and skills; the arrows move, Tab completes, Enter runs', async () => {
  const { type, press, field, onCommand } = setUp();
  type('/');
  await settle();
  expect(options().map((words) => words?.split(/[A-Z]/)[0])).toEqual([
    ...['/plan', '/compact', '/model', '/export', '/clear', '/help', '/review'],
  ]);
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(chosen()?.textContent).toContain('/plan');
  press('ArrowUp');
  expect(chosen()?.textContent).toContain('/review');
  press('ArrowDown');
  press('ArrowDown');
  expect(chosen()?.getAttribute('aria-selected')).toBe('true');
  press('Enter');
  expect(onCommand.mock.calls).toEqual([[{ name: 'compact', argument: '' }]]);
  expect(field.value).toBe('');

  type('/pl');
  expect(options()).toHaveLength(1);
  press('Tab');
  expect(field.value).toBe('/plan ');
  expect(onCommand).toHaveBeenCalledOnce();
  expect(options()).toEqual([]);
});

test('before the first message what needs one is not offered', () => {
  const { type } = setUp({ hasSession: false });
  type('/');
  expect(options().join()).not.toMatch(/compact|export/);
});

test('a command that takes one of several lists them next', () => {
  const { type, press, field, onCommand } = setUp();
  type('/mo');
  press('Enter');
  expect(field.value).toBe('/model ');
  expect(options()).toEqual(['GPT 5openai', 'Qwen 3']);
  type('/model qw');
  press('Enter');
  expect(onCommand.mock.calls).toEqual([[{ name: 'model', argument: 'qwen3' }]]);
  expect(field.value).toBe('');
});

test('Esc closes the list and nothing else; the next Esc is for others', () => {
  const { type, field, press } = setUp({ running: true });
  const others = vi.fn();
  document.addEventListener('keydown', others);
  type('/');
  expect(press('Escape')).toBe(false);
  expect(options()).toEqual([]);
  expect(others).not.toHaveBeenCalled();
  expect(field.value).toBe('/');
  press('Escape');
  expect(others).toHaveBeenCalledOnce();
  document.removeEventListener('keydown', others);
});

test('an at sign finds files; a folder leads on, a file ends it', async () => {
  const { type, press, field, onSend } = setUp();
  type('look at @sr');
  await settle();
  expect(options()).toEqual(['src/', 'src/main.ts', 'src/my notes.md']);
  press('Enter');
  expect(field.value).toBe('look at @src/');
  await settle();
  press('ArrowDown');
  press('ArrowDown');
  press('Enter');
  expect(field.value).toBe('look at @"src/my notes.md" ');
  expect(options()).toEqual([]);
  expect(onSend).not.toHaveBeenCalled();
  press('Enter');
  expect(onSend).toHaveBeenCalledWith('look at @"src/my notes.md"');
});

test('while an input method composes no key is the list’s, and none goes further', () => {
  const { type, field, press } = setUp({ running: true });
  const others = vi.fn();
  document.addEventListener('keydown', others);
  type('/');
  for (const key of ['Enter', 'ArrowDown', 'Escape']) press(key, { isComposing: true });
  fireEvent.compositionEnd(field, { data: '/' });
  press('Escape', { keyCode: 229 });
  press('Enter', { keyCode: 229 });
  expect(options().length).toBeGreaterThan(1);
  expect(others).not.toHaveBeenCalled();
  document.removeEventListener('keydown', others);
});

test('the arrow up in an empty field changes the last message, and only there', () => {
  const { type, press, onEditLast } = setUp();
  expect(press('ArrowUp')).toBe(false);
  expect(onEditLast).toHaveBeenCalledOnce();
  type('a');
  expect(press('ArrowUp')).toBe(true);
  expect(onEditLast).toHaveBeenCalledOnce();
});

test('what begins like a path or an unknown command is an ordinary message', () => {
  const { type, press, onSend, onCommand } = setUp();
  type('/etc/hosts is wrong');
  press('Enter');
  type('/zzz');
  press('Enter');
  expect(onSend.mock.calls).toEqual([['/etc/hosts is wrong'], ['/zzz']]);
  expect(onCommand).not.toHaveBeenCalled();
});

test('going back from the field leaves the list, with its key untouched', () => {
  const { type, press } = setUp();
  type('/');
  expect(options().length).toBeGreaterThan(1);
  expect(press('Tab', { shiftKey: true })).toBe(true);
  expect(options()).toEqual([]);
});
