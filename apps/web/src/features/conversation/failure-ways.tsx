// The ways on from a failed answer: the same again, another model for it, the settings of the models.
import type { Message, TurnError } from '@slipstream/protocol';
import { ChevronDown, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../app/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton, MenuChoices } from '../../ui/menu.tsx';
import { useModels } from '../models/models-context.tsx';

/** What is wrong with these is in the server's settings. */
const ofSettings = new Set<TurnError['kind']>(['auth', 'not_found', 'network', 'malformed']);

type WaysProps = {
  kind: TurnError['kind'] | null;
  model: Message['model'];
  /** Answers the same message again, with another model where one is given. */
  onRetry: (model?: string) => void;
};

export function FailureWays({ kind, model, onRetry }: WaysProps) {
  const { t } = useTranslation();
  const others = (useModels()?.models ?? []).filter(({ id }) => id !== model);
  return (
    <span className="flex flex-wrap gap-2">
      <Button onClick={() => onRetry()}>
        <RotateCw aria-hidden />
        {t('ending.retry')}
      </Button>
      {others.length > 0 && (
        <MenuButton
          align="start"
          trigger={
            <Button>
              {t('ending.otherModel')}
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          <MenuChoices
            label={t('conversation.regenerateWith')}
            value=""
            choices={others.map(({ id, label, provider, demo }) => ({
              value: id,
              label: demo ? t('models.demo') : label,
              note: demo ? t('models.demoNote') : provider,
            }))}
            onChoose={onRetry}
          />
        </MenuButton>
      )}
      {kind !== null && ofSettings.has(kind) && (
        <Button onClick={() => openDialog('connect')}>{t('ending.settings')}</Button>
      )}
    </span>
  );
}
