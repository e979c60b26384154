// Tells a person whose page is hidden that a session waits for them or is done. Listens to the client itself: a hidden
// page paints no frames.
import type { Session } from '@slipstream/protocol';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useClient } from '../../app/client-context.tsx';
import { areNotificationsOn } from './notification-choice.ts';
import { type Notice, toNotice } from './to-notice.ts';

export function Notifier() {
  const { t } = useTranslation();
  const client = useClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    const bySession = (sessions: readonly Session[]) => new Map(sessions.map((each) => [each.id, each]));
    let before = bySession(client.sessionList().sessions);
    const show = (session: Session, notice: Notice) => {
      // One per session: the newest takes the place of the one before.
      const shown = new Notification(session.title || t('sessions.untitled'), {
        body: t(`notifications.${notice}`),
        tag: session.id,
      });
      shown.onclick = () => {
        window.focus();
        navigate(`/s/${session.id}`);
        shown.close();
      };
    };
    return client.listen(() => {
      const { sessions } = client.sessionList();
      const last = before;
      before = bySession(sessions);
      if (!document.hidden || !areNotificationsOn()) return;
      for (const session of sessions) {
        const notice = toNotice(last.get(session.id), session);
        if (notice) show(session, notice);
      }
    });
  }, [client, navigate, t]);
  return null;
}
