// The ways on from a failed answer, the likeliest first: the same again, another model for it, other words, a new chat, the
// settings of the models.
import type { Message, TurnError } from '@slipstream/protocol';
import { ChevronDown, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { openDialog } from '../../app/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton, MenuChoices } from '../../ui/menu.tsx';
import { useModels } from '../models/models-context.tsx';

type Way = 'retry' | 'model' | 'change' | 'newChat' | 'settings';

const usual: readonly Way[] = ['retry', 'model'];
/** What is wrong with these is in the server's settings. */
const ofSettings: readonly Way[] = ['retry', 'model', 'settings'];

const ways: Partial<Record<TurnError['kind'], readonly Way[]>> = {
  auth: ofSettings,
  not_found: ofSettings,
  network: ofSettings,
  malformed: ofSettings,
  // The same again would end the same.
  context_length: ['model', 'newChat', 'change'],
  content_filter: ['change', 'model', 'retry'],
};

/** Whether the same is offered again, so that nothing else has to. */
export function offersRetry(error: TurnError | null): boolean {
  return waysFrom(error).includes('retry');
}

function waysFrom(error: TurnError | null): readonly Way[] {
  if (!error) return usual;
  return error.facts?.what === 'out_of_credit' ? ofSettings : (ways[error.kind] ?? usual);
}

type WaysProps = {
  error: TurnError | null;
  model: Message['model'];
  /** Answers the same message again, with another model where one is given. */
  onRetry: (model?: string) => void;
  /** Begins a change of the message that was answered. */
  onChange: () => void;
};

export function FailureWays({ error, model, onRetry, onChange }: WaysProps) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const shown: Record<Way, () => React.ReactNode> = {
    retry: () => (
      <Button key="retry" onClick={() => onRetry()}>
        <RotateCw aria-hidden />
        {t('ending.retry')}
      </Button>
    ),
    model: () => <OtherModel key="model" model={model} onChoose={onRetry} />,
    change: () => (
      <Button key="change" onClick={onChange}>
        {t('ending.changeMessage')}
      </Button>
    ),
    newChat: () => (
      <Button key="newChat" onClick={() => go('/')}>
        {t('sessions.new')}
      </Button>
    ),
    settings: () => (
      <Button key="settings" onClick={() => openDialog('connect')}>
        {t('ending.settings')}
      </Button>
    ),
  };
  return waysFrom(error).map((way) => shown[way]());
}

/** Nothing where the server offers no other. */
function OtherModel(props: { model: Message['model']; onChoose: (model: string) => void }) {
  const { t } = useTranslation();
  const others = (useModels()?.models ?? []).filter(({ id }) => id !== props.model);
  if (others.length === 0) return null;
  return (
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
        onChoose={props.onChoose}
      />
    </MenuButton>
  );
}
