import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { notify } from './toaster.tsx';

const shownMs = 1600;

/** Copies `text` and says so for a moment. */
export function CopyButton(props: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(props.text).then(
      () => setCopied(true),
      () => notify(t('ui.copyFailed')),
    );
  return (
    <Button look="quiet" className="min-h-7 px-2 text-xs" onClick={() => void copy()}>
      {copied ? <Check aria-hidden className="text-good" /> : <Copy aria-hidden />}
      {t(copied ? 'ui.copied' : 'ui.copy')}
    </Button>
  );
}
