import type { ModelInfo } from '@slipstream/protocol';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/format.ts';
import type { ContextFill } from './to-context-fill.ts';
import { aboutWords, joined } from './usage-words.ts';

/** From here on a conversation is near its end. */
const nearlyFull = 80;

/** How much of the model's window is used; nothing before the first answer, and nothing worth telling says nothing. */
export function ContextMeter({ fill, model }: { fill: ContextFill | null; model: ModelInfo | null }) {
  const { t, i18n } = useTranslation();
  if (!fill || !model || model.demo) return null;
  const percent = Math.min(100, Math.round((fill.tokens / model.contextWindow) * 100));
  if (percent === 0) return null;
  const used = aboutWords(t, fill.estimated, formatCount(i18n.language, fill.tokens));
  const window = formatCount(i18n.language, model.contextWindow);
  const words = joined(t('usage.context', { used, window }));
  return (
    <span
      title={words}
      className={clsx(
        'shrink-0 px-1 text-xs tabular-nums',
        percent >= nearlyFull ? 'text-wait' : 'text-muted',
      )}
    >
      <span className="sr-only">{t('ui.before', { what: t('usage.contextLabel') })}</span>
      {aboutWords(t, fill.estimated, `${percent}%`)}
    </span>
  );
}
