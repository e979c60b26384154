import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { ConnectGuide } from './connect-guide.tsx';

/** Says that nobody talks to a language model here, and opens the way to one. */
export const DemoBanner = memo(() => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <aside
      className="mx-3 mb-1 shrink-0 rounded-md bg-mist px-4 py-1.5 text-sm sm:mx-6 sm:px-0"
      aria-label={t('demo.label')}
    >
      <div className="mx-auto max-w-talk items-center gap-3 sm:flex">
        <p className="inline min-w-0 flex-1 text-muted">
          <strong className="font-semibold text-ink">{t('demo.name')}</strong> {t('demo.what')}
        </p>{' '}
        <button
          type="button"
          className="min-h-7 rounded-sm font-medium text-accent hover:text-accent-strong hover:underline"
          onClick={() => setOpen(true)}
        >
          {t('demo.connect')}
        </button>
      </div>
      <Modal open={open} onOpenChange={setOpen} title={t('connect.title')} wide>
        <ConnectGuide />
      </Modal>
    </aside>
  );
});
