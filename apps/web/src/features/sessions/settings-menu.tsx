import {
  Archive,
  Blocks,
  Clock,
  FileText,
  Keyboard,
  Search,
  Settings2,
  ShieldCheck,
  Upload,
} from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../app/dialogs.ts';
import { ForOwner } from '../../app/for-owner.tsx';
import { capsOf } from '../../app/keys.ts';
import { chooseLanguage, type Language, languageNames, languages, toLanguage } from '../../i18n/i18n.ts';
import { chooseTheme, type Theme, themes, useTheme } from '../../theme/theme.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton, MenuChoices, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { notify } from '../../ui/toaster.tsx';
import { NotificationItem } from '../notifications/notification-item.tsx';
import { ImportFile } from './import-file.tsx';

export function SettingsMenu(props: { archived: boolean; onArchived: (shown: boolean) => void }) {
  const { t, i18n } = useTranslation();
  const theme = useTheme();
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <MenuButton
        side="top"
        align="start"
        trigger={
          <Button look="quiet" className="px-2 font-normal">
            <Settings2 aria-hidden />
            {t('settings.label')}
          </Button>
        }
      >
        <MenuChoices
          label={t('settings.theme')}
          value={theme}
          choices={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
          onChoose={(value) => chooseTheme(value as Theme)}
        />
        <MenuLine />
        <MenuChoices
          label={t('settings.language')}
          value={toLanguage(i18n.language)}
          choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChoose={(value) => {
            chooseLanguage(value as Language).catch(() => notify(t('settings.languageFailed')));
          }}
        />
        <MenuLine />
        <ForOwner>
          <NotificationItem />
          <MenuItem onClick={() => openDialog('files')}>
            <FileText aria-hidden />
            {t('context.files')}
          </MenuItem>
          <MenuItem onClick={() => openDialog('heartbeat')}>
            <Clock aria-hidden />
            {t('heartbeat.label')}
          </MenuItem>
          <MenuItem onClick={() => file.current?.click()}>
            <Upload aria-hidden />
            {t('sessions.import.label')}
          </MenuItem>
          <MenuItem onClick={() => openDialog('permissions')}>
            <ShieldCheck aria-hidden />
            {t('permissions.label')}
          </MenuItem>
        </ForOwner>
        <MenuItem onClick={() => openDialog('palette')}>
          <Search aria-hidden />
          <span className="flex-1">{t('palette.label')}</span>
          <span className="text-muted text-xs coarse:hidden">{capsOf('palette')}</span>
        </MenuItem>
        <MenuItem onClick={() => openDialog('keys')}>
          <Keyboard aria-hidden />
          {t('keys.title')}
        </MenuItem>
        <ForOwner>
          <MenuItem onClick={() => openDialog('tools')}>
            <Blocks aria-hidden />
            {t('added.label')}
          </MenuItem>
        </ForOwner>
      </MenuButton>
      <ForOwner>
        <ImportFile field={file} />
      </ForOwner>
      <Button
        look="quiet"
        className="ml-auto px-2 font-normal aria-pressed:bg-ink/6 aria-pressed:text-ink"
        aria-pressed={props.archived}
        onClick={() => props.onArchived(!props.archived)}
      >
        <Archive aria-hidden />
        {t('sessions.archived')}
      </Button>
    </>
  );
}
