// The tree with what is to be said around it: that it is being read, that there is nothing in it, or why it cannot be read.
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FileTree } from './file-tree.tsx';
import type { useFilesPlace } from './files-place.ts';
import { toTreeRows } from './tree-rows.ts';
import { useFolders } from './use-folders.ts';

type WorkspaceTreeProps = {
  place: ReturnType<typeof useFilesPlace>;
  changed: ReadonlySet<string>;
  stamp: string;
  onFile: (path: string) => void;
  /** Other rows are shown. */
  onRows: () => void;
};

export function WorkspaceTree({ place, changed, stamp, onFile, onRows }: WorkspaceTreeProps) {
  const { t } = useTranslation();
  const { open, setOpen } = place;
  const onGone = useCallback((path: string) => setOpen(path, false), [setOpen]);
  const { folders, retry } = useFolders(open, stamp, onGone);
  const rows = useMemo(() => toTreeRows(folders, open, changed), [folders, open, changed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the rows.
  useEffect(onRows, [rows, onRows]);
  const root = folders.get('');
  return (
    <section aria-busy={!root}>
      <h2 className="mb-1 font-medium text-sm">{t('files.workspace')}</h2>
      {root?.problem && (
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <p role="alert" className="text-bad text-sm">
            {root.problem}
          </p>
          <Button className="min-h-7" onClick={retry}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
      {!root && <p className="late text-muted text-sm">{t('context.loading')}</p>}
      {root?.listing?.entries.length === 0 && <p className="text-muted text-sm">{t('files.none')}</p>}
      {rows.length > 0 && <FileTree rows={rows} onFolder={setOpen} onFile={onFile} />}
      {root?.listing?.more && <p className="mt-1 text-muted text-xs">{t('files.note.more')}</p>}
    </section>
  );
}
