import type { Message } from '@slipstream/protocol';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { toShortUsage, toUsageWords } from '../usage/usage-words.ts';
import { MessageMenu } from './message-menu.tsx';
import type { VersionActions } from './user-message.tsx';
import { VersionSwitch } from './version-switch.tsx';

/** What can be done with an answer; in the way of nothing until one points at it. */
type MessageActionsProps = {
  message: Message;
  /** Null while the session is at work. */
  versions: VersionActions | null;
  /** Whether to offer to answer again: where the ending does, a second button for it is in the way. */
  retry: boolean;
  /** Whether the line above the answer tells what it used. */
  spentTold: boolean;
};

export function MessageActions({ message, versions, retry, spentTold }: MessageActionsProps) {
  const { t, i18n } = useTranslation();
  const { usage, usageEstimated = false, costUsd } = message;
  const spent = !spentTold && usage && { usage, estimated: usageEstimated, costUsd };
  const words = { t, language: i18n.language };
  return (
    <div className="-mt-1.5 -mb-3 -ml-2 flex items-center gap-2 text-muted text-xs transition-opacity duration-120 hover-hover:opacity-0 has-data-popup-open:opacity-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100">
      <VersionSwitch message={message} onShow={versions?.onShowVersion ?? null} />
      {message.text !== '' && <CopyButton text={message.text} />}
      {versions && retry && (
        <IconButton label={t('conversation.regenerate')} onClick={() => versions.onRegenerate(message.id)}>
          <RotateCw aria-hidden />
        </IconButton>
      )}
      <MessageMenu message={message} versions={versions} />
      <time dateTime={message.createdAt}>{formatMoment(i18n.language, message.createdAt)}</time>
      {spent && (
        <span title={toUsageWords(words, spent).join(' · ')} className="tabular-nums">
          {toShortUsage(words, spent)}
        </span>
      )}
    </div>
  );
}
