import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { notify } from './toaster.tsx';

const shownMs = 1600;

type CopyButtonProps = {
  /** A function, where it is made only when it is wanted. */
  text: string | (() => string);
  label?: string;
};

/** Copies `text` and says so for a moment. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setCopied(true),
      () => notify(t('ui.copyFailed')),
    );
  return (
    <Button look="quiet" className="min-h-7 px-2 text-xs" onClick={() => void copy()}>
      {copied ? <Check aria-hidden className="text-good" /> : <Copy aria-hidden />}
      {copied ? t('ui.copied') : (label ?? t('ui.copy'))}
    </Button>
  );
}
