// A file (or folder) as one line to press: its name, and where it lies. In the lists of what was found and what was changed.
import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type FileRowProps = {
  path: string;
  icon: LucideIcon;
  /** Names it among all that opens something, so that the focus finds back to it. */
  opens: string;
  onOpen: () => void;
  /** It is as it was before. */
  past?: boolean;
  /** At the end of the line. */
  children?: ReactNode;
};

export function FileRow({ path, icon: Icon, opens, onOpen, past = false, children }: FileRowProps) {
  const bare = path.replace(/\/$/, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  const folder = bare.slice(0, Math.max(0, bare.length - name.length - 1));
  return (
    <li>
      <button
        type="button"
        title={path}
        data-opens={opens}
        onClick={onOpen}
        className="flex min-h-7 w-full items-center gap-1.5 rounded-sm px-2 text-left text-sm hover:bg-ink/6 coarse:min-h-10"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className={clsx('min-w-0 shrink truncate', past && 'text-muted line-through')}>{name}</span>
        {/* What is nearest the file is told longest. */}
        <span dir="rtl" className="min-w-0 flex-1 shrink-[3] truncate text-left text-muted text-xs">
          <bdi>{folder}</bdi>
        </span>
        {children}
      </button>
    </li>
  );
}
