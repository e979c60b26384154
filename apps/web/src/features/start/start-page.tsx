// What an empty chat shows: what this is, and things to try. A thing to try is sent as if it had been typed.
import { BookOpen, FilePen, FolderOpen, GitFork, Search, Timer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Wake } from '../../ui/wake.tsx';

const suggestions = [
  { key: 'list', Icon: FolderOpen },
  { key: 'haiku', Icon: FilePen },
  { key: 'search', Icon: Search },
  { key: 'parallel', Icon: GitFork },
  { key: 'think', Icon: BookOpen },
  { key: 'count', Icon: Timer },
] as const;

export function StartPage(props: { onTry: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 sm:px-6">
      <div className="mx-auto my-auto w-full max-w-talk py-8">
        <Wake className="size-9 text-accent" />
        <h1 className="mt-4 text-balance font-semibold text-lg sm:text-xl">{t('start.title')}</h1>
        <p className="mt-2 max-w-[34rem] text-muted">{t('start.what')}</p>
        <h2 className="mt-8 mb-2 font-medium text-muted text-sm">{t('start.try')}</h2>
        <ul className="grid gap-2 sm:grid-cols-2">
          {suggestions.map(({ key, Icon }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => props.onTry(t(`start.suggestions.${key}.text`))}
                className="flex h-full w-full items-start gap-3 rounded-md border border-line bg-raised px-3.5 py-3 text-left transition-colors duration-120 hover:border-accent hover:bg-accent-soft/50"
              >
                <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-accent" />
                <span className="min-w-0">
                  <span className="block text-sm">{t(`start.suggestions.${key}.text`)}</span>
                  <span className="block text-muted text-xs">{t(`start.suggestions.${key}.shows`)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
