// In the place of the composer where one can only look: what this is, what one can do here, and how to have one's own. On
// a phone the start page says the last alone.
import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { gapAfter } from '../../i18n/join-sentences.ts';
import { OwnOne } from './own-one.tsx';

export function ReadOnlyNotice() {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t('readOnly.label')}
      className="flex gap-3 rounded-md border border-line bg-mist px-4 py-2.5 text-muted text-sm"
      data-read-only
    >
      <Eye aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <p className="min-w-0 text-pretty">
        <strong className="font-semibold text-ink">{t('readOnly.label')}</strong>
        {gapAfter(t('readOnly.label'))}
        {t('readOnly.what')}
        {gapAfter(t('readOnly.what'))}
        <span className="max-sm:hidden">
          <OwnOne />
        </span>
      </p>
    </aside>
  );
}
