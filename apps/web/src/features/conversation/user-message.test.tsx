import type { AttachmentInfo } from '@slipstream/protocol';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ClientProvider } from '../../app/client-context.tsx';
import { createFakeClient } from '../../testing/fake-client.ts';
import { aMessage } from '../../testing/records.ts';
import { UserMessage } from './user-message.tsx';

function setUp() {
  const versions = {
    onEditMessage: vi.fn(),
    onShowVersion: vi.fn(),
    onRegenerate: vi.fn(),
    onDeleteMessage: vi.fn(),
  };
  const message = aMessage({ text: 'do it' });
  const shown = (with_: typeof versions | null, files?: AttachmentInfo[]) => (
    <ClientProvider client={createFakeClient()}>
      <UserMessage message={files ? { ...message, files } : message} versions={with_} />
    </ClientProvider>
  );
  const view = render(shown(versions));
  const rerender = (with_: typeof versions | null, files?: AttachmentInfo[]) =>
    view.rerender(shown(with_, files));
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
  const { rerender } = setUp();
  rerender(null);
  expect(screen.queryByRole('button', { name: 'Edit and send again' })).toBeNull();
});

test('the files of a message are shown: pictures as such, all else as downloads', () => {
  const { versions, rerender } = setUp();
  const file = { bytes: 1, sha256: '' };
  rerender(versions, [
    { ...file, id: 'a', name: 'cat.png', mediaType: 'image/png' },
    { ...file, id: 'b', name: 'page.html', mediaType: 'text/plain; charset=utf-8' },
  ]);
  expect(screen.getByRole('img', { name: 'cat.png' }).getAttribute('src')).toBe('/attachments/a');
  const link = screen.getByRole('link', { name: 'page.html' });
  expect(link.getAttribute('download')).toBe('page.html');
});
