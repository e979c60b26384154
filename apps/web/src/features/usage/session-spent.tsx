// What a whole chat has used so far: its cost beside the composer where it is known, and all of it in the chat's menu.
import type { Session } from '@slipstream/protocol';
import { useTranslation } from 'react-i18next';
import { MenuLine, MenuNote } from '../../ui/menu.tsx';
import { type Spent, toCostWords, toShortUsage, toUsageWords } from './usage-words.ts';

export function SessionCost({ session }: { session: Session | null }) {
  const { t, i18n } = useTranslation();
  if (!session || session.costUsd === undefined) return null;
  const words = { t, language: i18n.language };
  const spent = toSpent(session);
  const before = t('ui.before', { what: t('usage.session') });
  return (
    <span
      title={`${before}${toUsageWords(words, spent).join(' · ')}`}
      className="shrink-0 px-1 text-muted text-xs tabular-nums"
    >
      <span className="sr-only">{before}</span>
      {toCostWords(words, spent)}
    </span>
  );
}

/** At the end of the chat's menu; nothing before the first answer. */
export function SessionSpentNote({ session }: { session: Session }) {
  const { t, i18n } = useTranslation();
  const short = toShortUsage({ t, language: i18n.language }, toSpent(session));
  if (short === '') return null;
  return (
    <>
      <MenuLine />
      <MenuNote>
        {t('ui.before', { what: t('usage.session') })}
        {short}
      </MenuNote>
    </>
  );
}

function toSpent({ usage, usageEstimated = false, costUsd }: Session): Spent {
  return { usage, estimated: usageEstimated, costUsd };
}
