// The workspace beside a chat: what the chat has changed in it, all its folders and files, one of them to look at, and the
// files that go into every prompt. Looks again by itself whenever the agent may have changed something.
import type { SessionState } from '@slipstream/client';
import { RotateCw } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../app/client-context.tsx';
import { useMedia } from '../../app/use-media.ts';
import { IconButton } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useMention } from '../composer/mention.ts';
import { WorkspaceFiles } from '../context/workspace-files-dialog.tsx';
import { besideChat, useSidePanel } from '../side-panel/side-panel-context.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { FileView } from './file-view.tsx';
import { useFilesPlace } from './files-place.ts';
import { FoundFiles } from './found-files.tsx';
import { toChangedPaths } from './tree-rows.ts';
import { useChangedFiles } from './use-changed-files.ts';
import { toWorkStamp } from './work-stamp.ts';
import { WorkspaceTree } from './workspace-tree.tsx';

export function FilesPart({ state }: { state: SessionState }) {
  const connection = useConnection();
  const seen = useTimesSeen();
  // While it is away nothing can be asked; once it is back everything may be different.
  const away = connection.phase === 'online' ? '' : 'away';
  return <Files sessionId={state.sessionId} stamp={`${toWorkStamp(state)} ${seen} ${away}`} />;
}

/** A stream paints many times a second, and nothing here is another thing for it. */
const Files = memo(({ sessionId, stamp }: { sessionId: string; stamp: string }) => {
  const { t } = useTranslation();
  const place = useFilesPlace(sessionId);
  const { file, show, reveal } = place;
  const changedFiles = useChangedFiles(sessionId, stamp);
  const changedPaths = useMemo(() => toChangedPaths(changedFiles), [changedFiles]);
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState(0);
  const [inPrompt, setInPrompt] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const openedFrom = useRef<string | null>(null);
  const mention = useMentionHere();

  const openFrom = useCallback(
    (from: string, path: string, side: 'text' | 'changes' = 'text') => {
      openedFrom.current = `${from} ${path}`;
      show({ path, side });
    },
    [show],
  );
  const openInTree = useCallback((path: string) => openFrom('tree', path), [openFrom]);
  const openChanged = useCallback((path: string) => openFrom('changed', path, 'changes'), [openFrom]);
  /** To what was pressed to get here, as soon as it is there. */
  const focusBack = useCallback(() => {
    const opener =
      openedFrom.current &&
      around.current?.querySelector<HTMLElement>(`[data-opens="${CSS.escape(openedFrom.current)}"]`);
    if (!opener) return;
    openedFrom.current = null;
    opener.focus();
  }, []);
  useEffect(() => {
    if (!file) focusBack();
  }, [file, focusBack]);

  const wanted = query.trim();
  return (
    <>
      {file && (
        <FileView
          key={file.path}
          sessionId={sessionId}
          path={file.path}
          side={file.side}
          changed={changedFiles.find(({ path }) => path === file.path) ?? null}
          stamp={stamp}
          onSide={(side) => show({ path: file.path, side })}
          onBack={() => show(null)}
          onMention={mention}
        />
      )}
      {/* It stays as it is behind a file: what was found, what is open, what is being changed. */}
      <div ref={around} hidden={file !== null} className="flex flex-col gap-4">
        <div className="flex items-center gap-1">
          <input
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            aria-label={t('files.find')}
            placeholder={t('files.find')}
            className="min-h-8 min-w-0 flex-1 rounded-sm border border-edge bg-paper px-2.5 text-sm placeholder:text-muted coarse:min-h-10 coarse:text-base"
          />
          <IconButton label={t('files.again')} onClick={() => setAsked(asked + 1)}>
            <RotateCw aria-hidden />
          </IconButton>
        </div>
        {wanted === '' ? (
          <>
            <Fold
              open={inPrompt}
              onToggle={() => setInPrompt(!inPrompt)}
              head={<span className="font-medium">{t('context.files')}</span>}
            >
              {() => <WorkspaceFiles />}
            </Fold>
            <ChangedFiles files={changedFiles} onOpen={openChanged} />
            <WorkspaceTree
              place={place}
              changed={changedPaths}
              stamp={`${stamp} ${asked}`}
              onFile={openInTree}
              onRows={focusBack}
            />
          </>
        ) : (
          <FoundFiles
            query={wanted}
            onFile={(path) => openFrom('found', path)}
            onFolder={(path) => {
              setQuery('');
              openedFrom.current = `tree ${path}`;
              reveal(path);
            }}
          />
        )}
      </div>
    </>
  );
});

/** Writes a path into the message; a sheet that covers the composer goes away for it. */
function useMentionHere(): ((path: string) => void) | null {
  const mention = useMention();
  const { close } = useSidePanel();
  const beside = useMedia(besideChat);
  return useMemo(
    () =>
      mention &&
      ((path) => {
        if (!beside) close();
        mention(path);
      }),
    [mention, close, beside],
  );
}

/** How often the page came into sight again: files may have been changed from elsewhere meanwhile. */
function useTimesSeen(): number {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && setTimes((count) => count + 1);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return times;
}
