import type { Mode } from '@slipstream/protocol';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { MenuButton, MenuChoices } from '../../ui/menu.tsx';

const modes: readonly Mode[] = ['default', 'plan', 'accept-edits', 'auto'];

/** How much the agent may do without asking. */
export function ModePicker(props: { value: Mode; onChoose: (mode: Mode) => void }) {
  const { t } = useTranslation();
  return (
    <MenuButton
      side="top"
      align="start"
      trigger={
        <Button look="quiet" className="min-w-12 shrink! px-2 font-normal">
          <span className="sr-only">{t('ui.before', { what: t('modes.label') })}</span>
          <span className="truncate">{t(`modes.${props.value}.name`)}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuChoices
        label={t('modes.label')}
        value={props.value}
        choices={modes.map((mode) => ({
          value: mode,
          label: t(`modes.${mode}.name`),
          note: t(`modes.${mode}.note`),
        }))}
        onChoose={(mode) => props.onChoose(mode as Mode)}
      />
    </MenuButton>
  );
}
