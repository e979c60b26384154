import type { StepView } from '@slipstream/protocol';
import { useTranslation } from 'react-i18next';
import { toShortUsage, toUsageWords } from './usage-words.ts';

/** What one model call used, below what it did. */
export function StepSpent({ step }: { step: StepView }) {
  const { t, i18n } = useTranslation();
  if (!step.usage) return null;
  const words = { t, language: i18n.language };
  const spent = { usage: step.usage, estimated: step.usage.estimated, costUsd: step.usage.costUsd };
  const short = toShortUsage(words, spent);
  if (short === '') return null;
  return (
    <p title={toUsageWords(words, spent).join(' · ')} className="pl-5.5 text-muted text-xs tabular-nums">
      {t('usage.step', { n: step.step, spent: short })}
    </p>
  );
}
