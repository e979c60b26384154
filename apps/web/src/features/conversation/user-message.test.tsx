import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aMessage } from '../../testing/records.ts';
import { UserMessage } from './user-message.tsx';

function setUp() {
  const versions = { onEditMessage: vi.fn(), onShowVersion: vi.fn(), onRegenerate: vi.fn() };
  const message = aMessage({ text: 'do it' });
  const { rerender } = render(<UserMessage message={message} versions={versions} />);
  const edit = () => fireEvent.click(screen.getByRole('button', { name: 'Edit and send again' }));
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
  return { versions, message, rerender, edit, field };
}

test('a message is changed in its place and sent as another version', () => {
  const { versions, message, edit, field } = setUp();
  edit();
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: 'do it well' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(versions.onEditMessage.mock.calls).toEqual([[message, 'do it well']]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('Escape, and a text that is the same, change nothing', () => {
  const { versions, edit, field } = setUp();
  edit();
  fireEvent.change(field(), { target: { value: 'other' } });
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.getByText('do it')).toBeTruthy();
  edit();
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(versions.onEditMessage).not.toHaveBeenCalled();
});

test('while the session works, nothing can be changed', () => {
  const { message, rerender } = setUp();
  rerender(<UserMessage message={message} versions={null} />);
  expect(screen.queryByRole('button', { name: 'Edit and send again' })).toBeNull();
});
