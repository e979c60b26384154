import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { vi } from 'vitest';
import { ClientProvider } from '../../../app/client-context.tsx';
import { createFakeClient } from '../../../testing/fake-client.ts';
import type { Command } from '../../commands/commands.ts';
import { Composer, type ComposerHandle } from '../composer.tsx';

const given = {
  model: [
    { value: 'gpt-5', label: 'GPT 5', note: 'openai' },
    { value: 'qwen3', label: 'Qwen 3' },
  ],
  export: [{ value: 'markdown', label: 'Markdown' }],
};

/** The composer on a page of its own, with what it calls and what a person does to it. */
export function showComposer(
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
