import type { SessionState } from '@slipstream/client';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callsWaiting } from '../trace/describe-now.ts';

/** The tab says which session this is and whether it works or waits for somebody. */
export function useDocumentTitle(state: SessionState) {
  const { t } = useTranslation();
  const name = state.session?.title || t('sessions.untitled');
  const mark = !state.turn ? '' : callsWaiting(state.turn).length > 0 ? '◆ ' : '● ';
  useEffect(() => {
    document.title = `${mark}${name} · ${t('app.name')}`;
  }, [mark, name, t]);
}
