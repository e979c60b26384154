import type { ModelInfo } from '@slipstream/protocol';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { MenuButton, MenuChoices } from '../../ui/menu.tsx';
import { findModel, useModels, useRefreshModels } from './models-context.tsx';

/** `value` is null for the default. A model that the server no longer has is shown by its id. */
export function ModelPicker(props: { value: string | null; onChoose: (model: string) => void }) {
  const { t } = useTranslation();
  const models = useModels();
  const refresh = useRefreshModels();
  if (!models) return <ComingPicker />;
  const chosen = findModel(models, props.value);
  const nameOf = (model: ModelInfo) => (model.demo ? t('models.demo') : model.label);
  const name = chosen ? nameOf(chosen) : (props.value ?? models.default);
  return (
    <MenuButton
      side="top"
      onOpen={refresh}
      align="start"
      trigger={
        <Button look="quiet" className="min-w-12 shrink! px-2 font-normal">
          <span className="sr-only">{t('ui.before', { what: t('models.label') })}</span>
          <span className="truncate">{name}</span>
          {chosen?.demo && <DemoMark />}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuChoices
        label={t('models.label')}
        value={chosen?.id ?? props.value ?? models.default}
        choices={models.models.map((model) => ({
          value: model.id,
          label: nameOf(model),
          note: model.demo ? t('models.demoNote') : model.provider,
        }))}
        onChoose={props.onChoose}
      />
    </MenuButton>
  );
}

/** Its room, where nothing is known yet. */
function ComingPicker() {
  return (
    <span aria-hidden className="invisible">
      <Button look="quiet" className="min-w-12 px-2 font-normal" disabled>
        <span className="w-16" />
        <ChevronDown />
      </Button>
    </span>
  );
}

function DemoMark() {
  const { t } = useTranslation();
  return (
    <span className="hidden shrink-0 rounded-full border sm:inline border-edge px-1.5 text-xs leading-4.5">
      {t('models.demoNote')}
    </span>
  );
}
