import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

type OlderProps = {
  loading: boolean;
  /** False when it failed, which it has told the person by itself. */
  onLoad: () => Promise<boolean>;
};

/** So far above what is in sight they are fetched already, in heights of the box. */
const ahead = '200%';

/** Fetches what came before as soon as the top is near, and on its button; after a failure only on its button. */
export function OlderMessages(props: OlderProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  const { loading, onLoad } = props;
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    void onLoad().then((done) => setFailed(!done));
  }, [onLoad]);
  useEffect(() => {
    const mark = ref.current;
    if (!mark || loading || failed) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && load(),
      { root: mark.closest('[data-scroller]'), rootMargin: `${ahead} 0px` },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [loading, failed, load]);
  return (
    <div ref={ref} className="flex justify-center [overflow-anchor:none]">
      <Button look="quiet" disabled={loading} onClick={load}>
        {t(loading ? 'conversation.loadingOlder' : 'conversation.older')}
      </Button>
    </div>
  );
}
