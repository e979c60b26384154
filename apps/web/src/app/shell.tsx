// The frame of the page: the list at the left (a drawer on a phone), the chat that the address names at the right.
import { PanelLeft } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRoute } from 'wouter';
import { Chat } from '../features/chat/chat.tsx';
import { DeletedNotice } from '../features/chat/deleted-notice.tsx';
import { ConnectionBanner } from '../features/connection/connection-banner.tsx';
import { SignIn } from '../features/connection/sign-in.tsx';
import { Dialogs } from '../features/dialogs/dialogs.tsx';
import { Notifier } from '../features/notifications/notifier.tsx';
import { Sidebar } from '../features/sessions/sidebar.tsx';
import { SidePanelProvider } from '../features/side-panel/side-panel-context.tsx';
import { IconButton } from '../ui/button.tsx';
import { Drawer } from '../ui/modal.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { useConnection, useReadOnly } from './client-context.tsx';
import { openDialog } from './dialogs.ts';
import { newId } from './new-id.ts';
import { readStored, writeStored } from './stored.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useSwipe } from './use-swipe.ts';

const listHiddenKey = 'slipstream.list-hidden';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const wide = '(min-width: 48rem)';
const narrow = 'not all and (min-width: 48rem)';

export function Shell() {
  const { t } = useTranslation();
  const { phase } = useConnection();
  const chat = useChatAddress();
  const [drawer, setDrawer] = useState(false);
  const [listShown, setListShown] = useState(() => readStored(listHiddenKey) === null);

  const hideList = () => {
    setListShown(false);
    writeStored(listHiddenKey, 'yes');
  };
  const openList = useCallback(() => {
    if (!matchMedia(wide).matches) return setDrawer(true);
    setListShown(true);
    writeStored(listHiddenKey, null);
  }, []);
  const closeDrawer = () => setDrawer(false);
  useSwipe({ media: narrow, open: drawer, onOpen: () => setDrawer(true), onClose: closeDrawer });
  const [, navigate] = useLocation();
  const toggleList = listShown && matchMedia(wide).matches ? hideList : openList;
  const readOnly = useReadOnly();
  usePageKeys({
    ...(readOnly ? {} : { newChat: () => navigate('/') }),
    list: toggleList,
    keys: () => openDialog('keys'),
    palette: () => openDialog('palette'),
  });
  const listed = chat.isNew ? null : chat.sessionId;

  if (phase === 'unauthorized') return <SignIn />;
  return (
    <div className="flex h-full flex-col">
      <ConnectionBanner />
      <div className="flex min-h-0 flex-1">
        {listShown && (
          <div className="hidden w-68 shrink-0 flex-col border-line border-r bg-mist md:flex">
            <Sidebar
              sessionId={listed}
              onChosen={closeDrawer}
              corner={
                <IconButton label={t('sessions.hideList')} onClick={hideList}>
                  <PanelLeft aria-hidden />
                </IconButton>
              }
            />
          </div>
        )}
        <div className="min-w-0 flex-1">
          {chat.sessionId === null ? (
            <DeletedNotice missing onOpenList={openList} listShown={listShown} />
          ) : (
            <SidePanelProvider>
              <Chat
                key={chat.sessionId}
                sessionId={chat.sessionId}
                isNew={chat.isNew}
                onCreated={chat.onCreated}
                onOpenList={openList}
                listShown={listShown}
              />
            </SidePanelProvider>
          )}
        </div>
      </div>
      <Drawer open={drawer} onOpenChange={setDrawer} title={t('sessions.label')}>
        <Sidebar
          sessionId={listed}
          onChosen={closeDrawer}
          corner={
            <IconButton label={t('sessions.hideList')} onClick={closeDrawer}>
              <PanelLeft aria-hidden />
            </IconButton>
          }
        />
      </Drawer>
      <Dialogs />
      <Toaster />
      <Notifier />
    </div>
  );
}

/** The chat that the address names. At `/` it is one that does not exist yet, under an id made here. */
function useChatAddress() {
  const [, navigate] = useLocation();
  const [matches, params] = useRoute('/s/:id');
  const [nextId, setNextId] = useState(newId);
  const named = matches ? params.id.toLowerCase() : null;
  useEffect(() => {
    if (named === nextId) setNextId(newId());
  }, [named, nextId]);
  const onCreated = useCallback(() => navigate(`/s/${nextId}`), [navigate, nextId]);
  if (named === null) return { sessionId: nextId, isNew: true, onCreated };
  return { sessionId: uuid.test(named) ? named : null, isNew: false, onCreated };
}
