import { Bell, BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuItem } from '../../ui/menu.tsx';
import { useNotificationSwitch } from './use-notification-switch.ts';

export function NotificationItem() {
  const { t } = useTranslation();
  const [on, flip] = useNotificationSwitch();
  const Sign = on ? BellOff : Bell;
  return (
    <MenuItem onClick={flip}>
      <Sign aria-hidden />
      {t(on ? 'notifications.turnOff' : 'notifications.turnOn')}
    </MenuItem>
  );
}
