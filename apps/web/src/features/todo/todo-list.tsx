import type { Todo } from '@slipstream/protocol';
import clsx from 'clsx';
import { Check, ChevronDown, Circle, CircleDot, type LucideIcon } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

const signs: Record<Todo['status'], LucideIcon> = { pending: Circle, in_progress: CircleDot, done: Check };

/** What the agent has set itself to do, above the composer; folds into its first line. */
export const TodoList = memo(({ todos }: { todos: readonly Todo[] }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const listId = useId();
  if (todos.length === 0) return null;
  const done = todos.filter(({ status }) => status === 'done').length;
  const current = todos.find(({ status }) => status === 'in_progress');
  return (
    <section
      aria-label={t('todo.label')}
      className="mx-3 rounded-t-md border border-line border-b-0 bg-mist text-sm"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full min-w-0 items-center gap-2 px-3 text-left coarse:min-h-11"
      >
        <ChevronDown
          aria-hidden
          className={clsx('size-4 shrink-0 text-faint transition-transform', !open && '-rotate-90')}
        />
        <span className="shrink-0">{t('todo.label')}</span>
        <span className="shrink-0 text-muted tabular-nums">
          {t('todo.count', { done, total: todos.length })}
        </span>
        {!open && current && <span className="min-w-0 truncate text-muted">{current.text}</span>}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys, for which it takes the focus. */}
      <ol id={listId} tabIndex={0} hidden={!open} className="max-h-36 overflow-y-auto pb-1.5">
        <TodoEntries todos={todos} />
      </ol>
    </section>
  );
});

/** The entries alone, for a list around them. */
export function TodoEntries({ todos }: { todos: readonly Todo[] }) {
  return todos.map((todo, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole, and its entries have no names.
    <Entry key={index} todo={todo} />
  ));
}

function Entry({ todo: { text, status } }: { todo: Todo }) {
  const { t } = useTranslation();
  const Sign = signs[status];
  return (
    <li className="flex min-w-0 items-start gap-2 px-3 py-0.5" data-status={status}>
      <Sign
        aria-hidden
        className={clsx('mt-0.5 size-4 shrink-0', status === 'in_progress' ? 'text-accent' : 'text-faint')}
      />
      <span className="sr-only">{t(`todo.status.${status}`)}</span>
      <span className={clsx('min-w-0 break-words', status === 'done' && 'text-muted line-through')}>
        {text}
      </span>
    </li>
  );
}
