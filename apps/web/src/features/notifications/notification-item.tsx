import { Bell, BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuItem } from '../../ui/menu.tsx';
import { notify } from '../../ui/toaster.tsx';
import { turnNotificationsOff, turnNotificationsOn, useNotificationsOn } from './notification-choice.ts';

/** Turns notifications on and off; asking for them is the only time that the browser asks. */
export function NotificationItem() {
  const { t } = useTranslation();
  const on = useNotificationsOn();
  const turnOn = () =>
    turnNotificationsOn().then(
      (granted) => notify(t(granted ? 'notifications.nowOn' : 'notifications.refused')),
      () => notify(t('notifications.refused')),
    );
  const Sign = on ? BellOff : Bell;
  return (
    <MenuItem onClick={() => (on ? turnNotificationsOff() : void turnOn())}>
      <Sign aria-hidden />
      {t(on ? 'notifications.turnOff' : 'notifications.turnOn')}
    </MenuItem>
  );
}
