// The question whether a message shall go, once for a chat.
import type { SessionState } from '@slipstream/client';
import type { Message } from '@slipstream/protocol';
import { lazy, type ReactNode, useCallback, useState } from 'react';
import { OnDemand } from '../../ui/on-demand.tsx';

const DeleteMessageDialog = lazy(() =>
  import('../conversation/delete-message-dialog.tsx').then((module) => ({
    default: module.DeleteMessageDialog,
  })),
);

/** `ask` opens it; `dialog` is to be shown. `onFocusLost` is called where what had the focus is gone. */
export function useDeleting(
  { messages }: SessionState,
  onFocusLost: () => void,
): { ask: (message: Message) => void; dialog: ReactNode } {
  const [message, setMessage] = useState<Message | null>(null);
  const [open, setOpen] = useState(false);
  const ask = useCallback((one: Message) => {
    setMessage(one);
    setOpen(true);
  }, []);
  const at = messages.findIndex(({ id }) => id === message?.id);
  const dialog = (
    <OnDemand open={open}>
      <DeleteMessageDialog
        open={open}
        message={message}
        following={at < 0 ? 0 : messages.length - at - 1}
        onClose={() => setOpen(false)}
        onClosed={() => document.activeElement === document.body && onFocusLost()}
      />
    </OnDemand>
  );
  return { ask, dialog };
}
