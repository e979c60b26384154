import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../app/dialogs.ts';
import { gapAfter } from '../../i18n/join-sentences.ts';

/** Says that nobody talks to a language model here, and opens the way to one. */
export const DemoBanner = memo(() => {
  const { t } = useTranslation();
  return (
    <aside
      className="mx-3 mb-1 shrink-0 rounded-md bg-mist px-4 py-1.5 text-sm sm:mx-6"
      aria-label={t('demo.label')}
    >
      <div className="mx-auto max-w-talk items-center gap-3 sm:flex">
        <p className="inline min-w-0 flex-1 text-muted">
          <strong className="font-semibold text-ink">{t('demo.name')}</strong>
          {gapAfter(t('demo.name'))}
          {t('demo.what')}
        </p>{' '}
        <button
          type="button"
          className="-my-1.5 min-h-8 coarse:-my-2.5 coarse:min-h-10 rounded-sm font-medium text-accent hover:text-accent-strong hover:underline"
          onClick={() => openDialog('connect')}
        >
          {t('demo.connect')}
        </button>
      </div>
    </aside>
  );
});
