// The folders and files of the workspace as a tree, moved in with the arrows as in every tree: one of its rows can have the
// focus at a time.
import clsx from 'clsx';
import { ChevronRight, File, Folder, FolderOpen } from 'lucide-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import { toNextRow } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';

type FileTreeProps = {
  rows: readonly TreeRow[];
  onFolder: (path: string, open: boolean) => void;
  onFile: (path: string) => void;
};

export const FileTree = memo(({ rows, onFolder, onFile }: FileTreeProps) => {
  const { t } = useTranslation();
  const tree = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const current = rows.find(({ path }) => path === at) ?? rows[0];
  const go = (path: string) => {
    setAt(path);
    tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  };
  const act = (row: TreeRow) => {
    setAt(row.path);
    if (row.kind === 'folder') onFolder(row.path, !row.open);
    else onFile(row.path);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { path } = (event.target as HTMLElement).dataset;
    const from = rows.find((row) => row.path === path);
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') act(from);
    else if (event.key === 'ArrowRight' && from.kind === 'folder' && !from.open) onFolder(from.path, true);
    else if (event.key === 'ArrowLeft' && from.open) onFolder(from.path, false);
    else {
      const next = toNextRow(rows, from, event.key);
      if (!next) return;
      go(next.path);
    }
    event.preventDefault();
  };
  return (
    <div ref={tree} role="tree" aria-label={t('files.tree')} className="-mx-2" onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Row key={row.path} row={row} current={row === current} onAct={act} onFocus={setAt} />
      ))}
    </div>
  );
});

type RowProps = {
  row: TreeRow;
  /** The one that Tab leads to. */
  current: boolean;
  onAct: (row: TreeRow) => void;
  onFocus: (path: string) => void;
};

function Row({ row, current, onAct, onFocus }: RowProps) {
  const { t, i18n } = useTranslation();
  const { path, name, kind, depth, open, changed, bytes, note } = row;
  const folder = kind === 'folder';
  const Sign = folder ? (open ? FolderOpen : Folder) : File;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys of all its rows
    <div
      role="treeitem"
      aria-level={depth}
      aria-posinset={row.position}
      aria-setsize={row.count}
      aria-selected={current}
      {...(folder ? { 'aria-expanded': open } : {})}
      tabIndex={current ? 0 : -1}
      data-path={path}
      data-opens={`tree ${path}`}
      onFocus={() => onFocus(path)}
      onClick={() => onAct(row)}
      style={{ paddingInlineStart: `${0.25 + Math.min(depth - 1, 12) * 0.75}rem` }}
      className="group flex min-h-7 cursor-pointer items-center gap-1.5 rounded-sm pr-2 text-sm hover:bg-ink/6 coarse:min-h-10"
    >
      <ChevronRight
        aria-hidden
        className={clsx('size-3.5 shrink-0 text-faint', open && 'rotate-90', !folder && 'invisible')}
      />
      <Sign aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 truncate" title={path}>
        {name}
      </span>
      {changed && (
        <span className="size-1.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t(folder ? 'files.hasChanged' : 'files.isChanged')}</span>
        </span>
      )}
      <span
        className={clsx(
          'ml-auto shrink-0 whitespace-nowrap pl-2 text-xs tabular-nums',
          note === 'problem' ? 'text-bad' : 'text-muted',
        )}
      >
        {note ? t(`files.note.${note}`) : bytes !== null && formatBytes(i18n.language, bytes)}
      </span>
    </div>
  );
}
