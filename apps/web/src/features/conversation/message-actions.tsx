import type { Message } from '@slipstream/protocol';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** What can be done with an answer; in the way of nothing until one points at it. */
export function MessageActions({ message }: { message: Message }) {
  const { i18n } = useTranslation();
  if (message.text === '') return null;
  return (
    <div className="-mt-1.5 -mb-3 -ml-2 flex items-center gap-2 text-muted text-xs transition-opacity duration-120 hover-hover:opacity-0 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100">
      <CopyButton text={message.text} />
      <time dateTime={message.createdAt}>{formatMoment(i18n.language, message.createdAt)}</time>
    </div>
  );
}
