import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadOnly } from '../../app/client-context.tsx';
import { openDialog } from '../../app/dialogs.ts';
import { chooseLanguage, languageNames, languages } from '../../i18n/i18n.ts';
import { chooseTheme, themes } from '../../theme/theme.ts';
import { notify } from '../../ui/toaster.tsx';
import { useNotificationSwitch } from '../notifications/use-notification-switch.ts';
import type { Entry } from './use-palette-groups.ts';

const dialogs = [
  ['files', 'context.files'],
  ['heartbeat', 'heartbeat.label'],
  ['permissions', 'permissions.label'],
  ['tools', 'added.label'],
  ['connect', 'connect.title'],
] as const;

/** The settings of the page, each as one thing to do. */
export function useSettingEntries(): Entry[] {
  const { t } = useTranslation();
  const [notifies, switchNotifications] = useNotificationSwitch();
  const readOnly = useReadOnly();
  return useMemo(
    () => [
      ...themes.map((theme) => ({
        value: `theme-${theme}`,
        label: t(`settings.themes.${theme}`),
        note: t('settings.theme'),
        run: () => chooseTheme(theme),
      })),
      ...languages.map((language) => ({
        value: `language-${language}`,
        label: languageNames[language],
        note: t('settings.language'),
        run: () => void chooseLanguage(language).catch(() => notify(t('settings.languageFailed'))),
      })),
      ...(readOnly
        ? []
        : [
            {
              value: 'notifications',
              label: t(notifies ? 'notifications.turnOff' : 'notifications.turnOn'),
              run: switchNotifications,
            },
            ...dialogs.map(([name, label]) => ({
              value: name,
              label: t(label),
              run: () => openDialog(name),
            })),
          ]),
      { value: 'keys', label: t('keys.title'), run: () => openDialog('keys') },
    ],
    [notifies, switchNotifications, readOnly, t],
  );
}
