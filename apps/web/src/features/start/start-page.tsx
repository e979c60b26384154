// What an empty chat shows. At the very first start: what this is, three things to try (the banner above tells how to connect a model). Later
// only what helps to begin. A thing to try is sent as if it had been typed.
import { BookOpen, FilePen, FolderOpen, GitFork, Search, Timer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSessionList } from '../../app/client-context.tsx';
import { capsOf } from '../../app/keys.ts';
import { Wake } from '../../ui/wake.tsx';

const suggestions = [
  { key: 'list', Icon: FolderOpen },
  { key: 'haiku', Icon: FilePen },
  { key: 'think', Icon: BookOpen },
  { key: 'search', Icon: Search },
  { key: 'parallel', Icon: GitFork },
  { key: 'count', Icon: Timer },
] as const;
const firstThings = 3;

type StartProps = {
  onTry: (text: string) => void;
  /** The demo model answers, which follows rules: what it can do is worth knowing. */
  demo: boolean;
};

export function StartPage({ onTry, demo }: StartProps) {
  const { t } = useTranslation();
  const { phase, sessions } = useSessionList();
  const first = phase === 'ready' && sessions.length === 0;
  const shown = first ? suggestions.slice(0, firstThings) : demo ? suggestions : [];
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 sm:px-6">
      <div className="mx-auto my-auto w-full max-w-talk py-8">
        <Wake className="size-9 text-accent" />
        <h1 className="mt-4 text-balance font-semibold text-lg sm:text-xl">
          {t(first ? 'start.title' : 'start.again')}
        </h1>
        {first ? (
          <p className="mt-2 max-w-[34rem] text-muted">{t('start.what')}</p>
        ) : (
          <>
            <p className="mt-2 text-muted text-sm coarse:hidden">
              {t('start.hints', { palette: capsOf('palette') })}
            </p>
            <p className="mt-2 hidden text-muted text-sm coarse:block">{t('start.touchHints')}</p>
          </>
        )}
        {shown.length > 0 && (
          <>
            <h2 className="mt-8 mb-2 font-medium text-muted text-sm">{t('start.try')}</h2>
            <ul className={first ? 'grid gap-2 sm:grid-cols-3' : 'grid gap-2 sm:grid-cols-2'}>
              {shown.map(({ key, Icon }) => (
                <li key={key}>
                  <button
                    type="button"
                    onClick={() => onTry(t(`start.suggestions.${key}.text`))}
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
          </>
        )}
      </div>
    </div>
  );
}
