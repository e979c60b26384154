import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from './use-suggestions.ts';

type ListProps = {
  id: string;
  kind: 'command' | 'argument' | 'file';
  list: readonly Suggestion[];
  index: number;
  onPoint: (index: number) => void;
  onChoose: (index: number) => void;
};

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** What `/` or `@` offers, above the field. The focus stays in the field, which names the entry that the keys are on. */
export function SuggestionList({ id, kind, list, index, onPoint, onChoose }: ListProps) {
  const { t } = useTranslation();
  const chosen = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry that the keys are on is brought into sight
  useLayoutEffect(() => {
    // Newer browsers give a promise, which is no way to end an effect.
    void chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [index, list]);
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-1.5 overflow-hidden rounded-md border border-line bg-raised shadow-float">
      <div
        id={id}
        role="listbox"
        aria-label={t(`suggestions.${kind}`)}
        // What scrolls must be reachable; the field closes it when one goes there.
        tabIndex={0}
        className="max-h-[min(18rem,40dvh)] overflow-y-auto overscroll-contain p-1"
      >
        {list.map((each, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          // biome-ignore lint/a11y/useFocusableInteractive: the focus is the field's
          <div
            key={each.id}
            ref={at === index ? chosen : undefined}
            id={optionId(id, at)}
            role="option"
            aria-selected={at === index}
            className={clsx(
              'flex min-h-8 min-w-0 cursor-pointer items-baseline gap-3 rounded-sm px-2.5 py-1 text-sm coarse:min-h-11 coarse:items-center',
              at === index && 'bg-accent-soft',
            )}
            onPointerMove={() => at !== index && onPoint(at)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(at)}
          >
            <span className={clsx('min-w-0 truncate', each.note ? 'shrink-0 font-medium' : 'font-mono')}>
              {each.label}
            </span>
            {each.note && <span className="min-w-0 truncate text-muted">{each.note}</span>}
          </div>
        ))}
      </div>
      <p aria-hidden className="border-line border-t px-3 py-1.5 text-muted text-xs coarse:hidden">
        {t('suggestions.hint')}
      </p>
    </div>
  );
}
