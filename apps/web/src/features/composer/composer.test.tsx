import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComposer } from './testing/show-composer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('Enter sends the text and empties the field', () => {
  const { field, type, onSend } = showComposer();
  type('  do it \n');
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(false);
  expect(onSend.mock.calls).toEqual([['do it']]);
  expect(field.value).toBe('');
});

test.each(['ctrlKey', 'metaKey'])('Enter with %s sends as well', (modifier) => {
  const { field, type, onSend } = showComposer();
  type('do it');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, [modifier]: true });
  expect(onSend).toHaveBeenCalledWith('do it');
});

test('Shift+Enter is left to the field', () => {
  const { field, type, onSend } = showComposer();
  type('a');
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, shiftKey: true })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
});

test('nothing is sent where nothing is written', () => {
  const { field, type, onSend } = showComposer();
  type('   \n ');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
});

test('an Enter that belongs to an input method neither sends nor is swallowed', () => {
  const { field, type, onSend } = showComposer();
  type('ni');
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(true);
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, isComposing: true })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
});

test("Safari's order: the Enter right after the composition's end is the input method's", () => {
  const { field, type, onSend } = showComposer();
  type('你好');
  fireEvent.compositionEnd(field, { data: '你好' });
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(onSend).toHaveBeenCalledWith('你好');
});

test('while a turn runs Stop stands in the place of Send; a typed text brings it back, to queue', () => {
  const { type, onStop, onSend } = showComposer({ running: true });
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(onStop).toHaveBeenCalledOnce();
  type('next');
  fireEvent.click(screen.getByRole('button', { name: 'Send after this answer' }));
  expect(onSend).toHaveBeenCalledWith('next');
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
});

test('while a turn runs a message can join it, by its button and by Ctrl+Enter', () => {
  const { type, onSend, field } = showComposer({ running: true });
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
  const { field, type, onSend, container } = showComposer();
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
  showComposer({ running: true, stopping: true });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Stopping…' }).disabled).toBe(true);
});

test('a draft survives the page, each session its own, and goes when it is sent', () => {
  const first = showComposer({ draftKey: 'one' });
  first.type('half a tho');
  window.dispatchEvent(new Event('pagehide'));
  first.unmount();

  const other = showComposer({ draftKey: 'two' });
  expect(other.field.value).toBe('');
  other.unmount();

  const again = showComposer({ draftKey: 'one' });
  expect(again.field.value).toBe('half a tho');
  fireEvent.keyDown(again.field, { key: 'Enter', keyCode: 13 });
  act(() => vi.advanceTimersByTime(1000));
  again.unmount();
  expect(showComposer({ draftKey: 'one' }).field.value).toBe('');
});

test('others can fill it, and it has the focus then', () => {
  const { handle, field } = showComposer();
  act(() => handle.current?.fill('edit me'));
  expect(field.value).toBe('edit me');
  expect(document.activeElement).toBe(field);
});

test('the arrow up in an empty field changes the last message, and only there', () => {
  const { type, press, onEditLast } = showComposer();
  expect(press('ArrowUp')).toBe(false);
  expect(onEditLast).toHaveBeenCalledOnce();
  type('a');
  expect(press('ArrowUp')).toBe(true);
  expect(onEditLast).toHaveBeenCalledOnce();
});

test('a text that no message can carry is not sent, and says so before', () => {
  const { field, type, press, onSend } = showComposer();
  const isRefused = () => screen.queryByRole('alert')?.textContent?.includes('too long') ?? false;
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  // Each of them is three bytes, a line break two: what counts is what goes over the wire.
  for (const text of ['x'.repeat(400_001), '字'.repeat(350_000), '\u0001'.repeat(180_000)]) {
    type(text);
    expect(isRefused()).toBe(true);
    expect(send().disabled).toBe(true);
    press('Enter');
    expect(field.value).toBe(text);
  }
  expect(onSend).not.toHaveBeenCalled();
  type('字'.repeat(340_000));
  expect(isRefused()).toBe(false);
  press('Enter');
  expect(onSend).toHaveBeenCalledTimes(1);
});
