// What is seldom done with a message: its link, a file of it, another model's answer, taking it away.
import type { Message } from '@slipstream/protocol';
import { Ellipsis, FileJson, FileText, Link2, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { MenuButton, MenuChoices, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';
import { useModels } from '../models/models-context.tsx';
import { saveFile } from '../sessions/download.ts';
import { toMarkdownFile, toWorkFile } from './message-file.ts';
import type { VersionActions } from './user-message.tsx';

type MessageMenuProps = {
  message: Message;
  /** Null while the session is at work: nothing is changed then. */
  versions: Pick<VersionActions, 'onRegenerate' | 'onDeleteMessage'> | null;
};

export function MessageMenu({ message, versions }: MessageMenuProps) {
  const { t } = useTranslation();
  const copyLink = () =>
    navigator.clipboard.writeText(`${location.origin}/s/${message.sessionId}#m-${message.id}`).then(
      () => notify(t('conversation.linkCopied')),
      () => notify(t('ui.copyFailed')),
    );
  const client = useClient();
  const saveWork = () =>
    client.trajectory(message.sessionId, message.turnId).then(
      (trajectory) => saveFile(toWorkFile(message, trajectory)),
      (thrown: unknown) => notify(thrownWords(t, thrown)),
    );
  return (
    <MenuButton
      // Into the column, from whichever of its sides the message stands at.
      align={message.role === 'assistant' ? 'start' : 'end'}
      trigger={
        <IconButton label={t('conversation.more')}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onClick={() => void copyLink()}>
        <Link2 aria-hidden />
        {t('conversation.copyLink')}
      </MenuItem>
      {message.text !== '' && (
        <MenuItem onClick={() => saveFile(toMarkdownFile(message))}>
          <FileText aria-hidden />
          {t('conversation.saveMarkdown')}
        </MenuItem>
      )}
      {message.role === 'assistant' && (
        <MenuItem onClick={() => void saveWork()}>
          <FileJson aria-hidden />
          {t('conversation.saveWork')}
        </MenuItem>
      )}
      {versions && (
        <MenuItem danger onClick={() => versions.onDeleteMessage(message)}>
          <Trash2 aria-hidden />
          {t('conversation.delete')}
        </MenuItem>
      )}
      {versions && message.role === 'assistant' && (
        <OtherModels message={message} onChoose={(model) => versions.onRegenerate(message.id, model)} />
      )}
    </MenuButton>
  );
}

function OtherModels({ message, onChoose }: { message: Message; onChoose: (model: string) => void }) {
  const { t } = useTranslation();
  const models = useModels()?.models ?? [];
  if (models.length < 2) return null;
  return (
    <>
      <MenuLine />
      <MenuChoices
        label={t('conversation.regenerateWith')}
        value={message.model ?? ''}
        choices={models.map(({ id, label, demo }) => ({ value: id, label: demo ? t('models.demo') : label }))}
        onChoose={onChoose}
      />
    </>
  );
}
