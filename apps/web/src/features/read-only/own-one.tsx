import { useTranslation } from 'react-i18next';
import { gapAfter } from '../../i18n/join-sentences.ts';

const start = 'npm start';

/** How to have a Slipstream in which one can do things. */
export function OwnOne() {
  const { t } = useTranslation();
  return (
    <>
      {t('readOnly.own')}
      {gapAfter(t('readOnly.own'))}
      <code className="whitespace-nowrap rounded-sm border border-line bg-raised px-1.5 py-px font-mono text-ink text-xs">
        {start}
      </code>
    </>
  );
}
