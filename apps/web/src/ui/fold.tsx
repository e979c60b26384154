import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type FoldProps = {
  open: boolean;
  onToggle: () => void;
  /** The line that is always there; it is the button. */
  head: ReactNode;
  headClass?: string;
  children: () => ReactNode;
};

/** A line that opens into more, in place. What is folded is not rendered. */
export function Fold({ open, onToggle, head, headClass, children }: FoldProps) {
  const bodyId = useId();
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        onClick={onToggle}
        className={clsx(
          'group flex min-h-7 w-full min-w-0 items-center gap-2 rounded-sm text-left text-sm coarse:min-h-10',
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
      {open && <div id={bodyId}>{children()}</div>}
    </div>
  );
}
