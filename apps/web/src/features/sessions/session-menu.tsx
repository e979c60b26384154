// What can be done with a session, from its row and from its page.
import type { Session } from '@slipstream/protocol';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  FoldVertical,
  Pencil,
  Pin,
  PinOff,
  ScanText,
  Trash2,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { ForOwner } from '../../app/for-owner.tsx';
import { IconButton } from '../../ui/button.tsx';
import { MenuButton, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';
import { useFold } from '../context/use-fold.ts';
import { SessionSpentNote } from '../usage/session-spent.tsx';
import { download } from './download.ts';
import { RenameDialog } from './rename-dialog.tsx';

const PromptDialog = lazy(() =>
  import('../context/prompt-dialog.tsx').then((module) => ({ default: module.PromptDialog })),
);
const DeleteDialog = lazy(() =>
  import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })),
);

const exportFormats = ['markdown', 'json', 'jsonl'] as const;

export function SessionMenu({ session }: { session: Session }) {
  const { t } = useTranslation();
  const client = useClient();
  const [dialog, setDialog] = useState<'rename' | 'delete' | 'prompt' | null>(null);
  const fold = useFold();
  const title = session.title || t('sessions.untitled');
  const update = (changes: { title?: string; pinned?: boolean; archived?: boolean }) =>
    client.updateSession(session.id, changes).then(
      () => true,
      (thrown: unknown) => {
        notify(thrownWords(t, thrown));
        return false;
      },
    );
  const archive = async () => {
    const archived = !session.archived;
    if (!(await update({ archived }))) return;
    notify(t(archived ? 'sessions.archivedNote' : 'sessions.restoredNote', { title }), {
      label: t('ui.undo'),
      run: () => void update({ archived: !archived }),
    });
  };
  return (
    <>
      <MenuButton
        trigger={
          <IconButton className="size-7" label={t('sessions.menu', { title })}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <ForOwner>
          <MenuItem onClick={() => setDialog('rename')}>
            <Pencil aria-hidden />
            {t('sessions.rename')}
          </MenuItem>
          <MenuItem onClick={() => void update({ pinned: !session.pinned })}>
            {session.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            {t(session.pinned ? 'sessions.unpin' : 'sessions.pin')}
          </MenuItem>
          <MenuItem onClick={() => void archive()}>
            {session.archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
            {t(session.archived ? 'sessions.restore' : 'sessions.archive')}
          </MenuItem>
          <MenuLine />
          <MenuItem onClick={() => setDialog('prompt')}>
            <ScanText aria-hidden />
            {t('context.prompt')}
          </MenuItem>
          <MenuItem onClick={() => void fold(session.id)}>
            <FoldVertical aria-hidden />
            {t('context.fold')}
          </MenuItem>
          <MenuLine />
        </ForOwner>
        {exportFormats.map((format) => (
          <MenuItem key={format} onClick={() => download(client.exportUrl(session.id, format))}>
            <Download aria-hidden />
            {t(`sessions.export.${format}`)}
          </MenuItem>
        ))}
        <ForOwner>
          <MenuLine />
          <MenuItem danger onClick={() => setDialog('delete')}>
            <Trash2 aria-hidden />
            {t('sessions.delete')}
          </MenuItem>
        </ForOwner>
        <SessionSpentNote session={session} />
      </MenuButton>
      <RenameDialog
        open={dialog === 'rename'}
        title={session.title}
        onClose={() => setDialog(null)}
        onRename={(next) => void update({ title: next })}
      />
      <OnDemand open={dialog === 'prompt'}>
        <PromptDialog open={dialog === 'prompt'} sessionId={session.id} onClose={() => setDialog(null)} />
      </OnDemand>
      <OnDemand open={dialog === 'delete'}>
        <DeleteDialog open={dialog === 'delete'} session={session} onClose={() => setDialog(null)} />
      </OnDemand>
    </>
  );
}
