import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import type { LoadedPart } from './use-part.ts';

/** How the fetching of the rest stands; nothing once it is there. */
export function PartNote({ part, bytes }: { part: LoadedPart; bytes: number }) {
  const { t, i18n } = useTranslation();
  if (part.state === 'loading')
    return (
      <p role="status" className="py-1 text-muted text-xs">
        {t('trace.loadingRest', { size: formatBytes(i18n.language, bytes) })}
      </p>
    );
  if (part.state !== 'failed') return null;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 py-1 text-bad text-sm">
      {t('trace.restFailed', { size: formatBytes(i18n.language, bytes) })}
      <Button onClick={part.retry}>{t('ui.tryAgain')}</Button>
    </p>
  );
}
