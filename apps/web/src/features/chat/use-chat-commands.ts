// What the commands of the composer do in this chat, and what those that take one of several can be given.
import type { ExportFormat, Mode, ModelList } from '@slipstream/protocol';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useClient } from '../../app/client-context.tsx';
import { openDialog } from '../../app/dialogs.ts';
import { notify } from '../../ui/toaster.tsx';
import type { Command } from '../commands/commands.ts';
import type { Argument, Arguments } from '../composer/use-suggestions.ts';
import { useFold } from '../context/use-fold.ts';
import { useModels } from '../models/models-context.tsx';
import { download } from '../sessions/download.ts';

const exportFormats: readonly ExportFormat[] = ['markdown', 'json', 'jsonl'];

type CommandsInput = {
  sessionId: string;
  /** It has had its first message. */
  exists: boolean;
  chooseModel: (model: string) => void;
  chooseMode: (mode: Mode) => void;
  onSend: (text: string, more: { mode: Mode }) => void;
};

/** `onCommand` gives the text that stays in the field: the command itself where it wants another word. */
export function useChatCommands(input: CommandsInput) {
  const { t } = useTranslation();
  const client = useClient();
  const models = useModels();
  const fold = useFold();
  const [, navigate] = useLocation();
  const given = useMemo(
    (): Arguments => ({
      model: toModelChoices(models, { name: t('models.demo'), note: t('models.demoNote') }),
      export: exportFormats.map((value) => ({
        value,
        label: t(`commands.format.${value}`),
      })),
    }),
    [models, t],
  );
  const now = useRef({ ...input, given });
  now.current = { ...input, given };

  const onCommand = useCallback(
    ({ name, argument }: Command): string => {
      const { sessionId, exists, chooseModel, chooseMode, onSend, given: choices } = now.current;
      switch (name) {
        case 'plan':
          chooseMode('plan');
          if (argument === '') notify(t('commands.planned'));
          else onSend(argument, { mode: 'plan' });
          return '';
        case 'compact':
          if (exists) void fold(sessionId);
          else notify(t('context.nothingToFold'));
          return '';
        case 'model': {
          const found = pick(choices.model, argument);
          if (!found) return again(name, argument);
          chooseModel(found.value);
          notify(t('commands.modelNow', { name: found.label }));
          return '';
        }
        case 'export': {
          const found = pick(choices.export, argument);
          if (!exists) notify(t('commands.nothingYet'));
          else if (found) download(client.exportUrl(sessionId, found.value as ExportFormat));
          else return again(name, argument);
          return '';
        }
        case 'clear':
          if (exists) {
            navigate('/');
            const run = () => navigate(`/s/${sessionId}`);
            notify(t('commands.cleared'), { label: t('commands.back'), run });
          } else notify(t('commands.clearAlready'));
          return '';
        case 'help':
          openDialog('keys');
          return '';
      }

      function again(command: 'model' | 'export', word: string): string {
        if (word !== '') notify(t('commands.noSuch', { word }));
        return `/${command} `;
      }
    },
    [client, fold, navigate, t],
  );
  return { given, onCommand };
}

function toModelChoices(models: ModelList | null, demoWords: { name: string; note: string }): Argument[] {
  return (models?.models ?? []).map(({ id, label, provider, demo }) => ({
    value: id,
    label: demo ? demoWords.name : label,
    note: demo ? demoWords.note : provider,
  }));
}

/** By its exact name, else the only one that holds the word. */
function pick(choices: readonly Argument[], word: string): Argument | undefined {
  if (word === '') return undefined;
  const wanted = word.toLowerCase();
  const names = ({ value, label }: Argument) => [value.toLowerCase(), label.toLowerCase()];
  const held = choices.filter((choice) => names(choice).some((name) => name.includes(wanted)));
  return (
    choices.find((choice) => names(choice).includes(wanted)) ?? (held.length === 1 ? held[0] : undefined)
  );
}
