import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Wake } from '../ui/wake.tsx';

/** In the place of a page that broke: that it is the page's fault, that nothing is lost, and the way back. */
export function Crashed() {
  const { t } = useTranslation();
  return (
    <main role="alert" className="flex h-full flex-col items-center justify-center gap-4 p-6 text-center">
      <Wake className="size-9 text-accent" />
      <h1 className="font-semibold text-lg">{t('crashed.title')}</h1>
      <p className="max-w-md text-muted">{t('crashed.what')}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {t('crashed.reload')}
      </Button>
    </main>
  );
}
