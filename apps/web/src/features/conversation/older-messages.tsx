import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

/** Fetches what came before as soon as the top is near, and on its button. */
export function OlderMessages(props: { loading: boolean; onLoad: () => Promise<void> }) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  const { loading, onLoad } = props;
  useEffect(() => {
    const mark = ref.current;
    if (!mark || loading) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && void onLoad(),
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [loading, onLoad]);
  return (
    <div ref={ref} className="flex justify-center">
      <Button look="quiet" disabled={loading} onClick={() => void onLoad()}>
        {t(loading ? 'conversation.loadingOlder' : 'conversation.older')}
      </Button>
    </div>
  );
}
