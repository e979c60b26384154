import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type FoldProps = {
  open: boolean;
  onToggle: () => void;
  /** The line that is always there; it is the button. */
  head: ReactNode;
  headClass?: string;
  /** Beside the head, and no part of the button. */
  aside?: ReactNode;
  children: () => ReactNode;
};

/** A line that opens into more, in place. What is folded is not rendered. */
export function Fold({ open, onToggle, head, headClass, aside, children }: FoldProps) {
  const bodyId = useId();
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? bodyId : undefined}
          onClick={onToggle}
          className={clsx(
            'group flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-sm text-left text-sm coarse:min-h-10',
            headClass,
          )}
        >
          <ChevronRight
            aria-hidden
            className={clsx(
              'size-3.5 shrink-0 text-faint transition-transform duration-120 group-hover:text-ink',
              open && 'rotate-90',
            )}
          />
          {head}
        </button>
        {aside}
      </div>
      {open && <div id={bodyId}>{children()}</div>}
    </div>
  );
}
