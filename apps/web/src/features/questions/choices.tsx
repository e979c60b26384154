import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';

type ChoicesProps = {
  choices: readonly string[];
  /** Those that are picked where several may be; null where pressing one is the answer. */
  picked: ReadonlySet<string> | null;
  disabled: boolean;
  onChoose: (choice: string) => void;
};

/** The answers to choose from, each with the digit that presses it. */
export function Choices({ choices, picked, disabled, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  if (choices.length === 0) return null;
  return (
    <>
      {picked && <p className="mt-2 text-muted text-sm">{t('question.several')}</p>}
      <ul className="mt-3 flex flex-col gap-1.5">
        {choices.map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may hold the same words twice
          <li key={index}>
            <button
              type="button"
              disabled={disabled}
              aria-pressed={picked ? picked.has(choice) : undefined}
              onClick={() => onChoose(choice)}
              className={clsx(
                'flex min-h-9 w-full min-w-0 items-start gap-2.5 rounded-sm border px-3 py-1.75 text-left transition-colors duration-120 disabled:pointer-events-none disabled:opacity-50 coarse:min-h-11 coarse:py-2',
                picked?.has(choice)
                  ? 'border-accent bg-accent-soft'
                  : 'border-edge bg-raised hover:border-accent hover:bg-mist',
              )}
            >
              <kbd
                aria-hidden
                className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm bg-sunken font-sans text-muted text-xs coarse:mt-0.75"
              >
                {picked?.has(choice) ? <Check className="size-3.5 text-accent" /> : index + 1}
              </kbd>
              <span className="min-w-0 break-words text-sm coarse:text-base">{choice}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
