import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../ui/toaster.tsx';
import { turnNotificationsOff, turnNotificationsOn, useNotificationsOn } from './notification-choice.ts';

/** Whether notifications are on, and what turns them on or off; asking for them is the only time that the browser asks. */
export function useNotificationSwitch(): [on: boolean, flip: () => void] {
  const { t } = useTranslation();
  const on = useNotificationsOn();
  const flip = useCallback(() => {
    if (on) return turnNotificationsOff();
    turnNotificationsOn().then(
      (granted) => notify(t(granted ? 'notifications.nowOn' : 'notifications.refused')),
      () => notify(t('notifications.refused')),
    );
  }, [on, t]);
  return [on, flip];
}
