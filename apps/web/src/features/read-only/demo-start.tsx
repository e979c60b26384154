// The start page where one can only look: what this is, and the way to the chats, which on a phone, or where the list is
// hidden, is a button.
import clsx from 'clsx';
import { PanelLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSessionList } from '../../app/client-context.tsx';
import { joinSentences } from '../../i18n/join-sentences.ts';
import { Button } from '../../ui/button.tsx';
import { Wake } from '../../ui/wake.tsx';
import { OwnOne } from './own-one.tsx';

type DemoStartProps = { onOpenList: () => void; listShown: boolean };

export function DemoStart({ onOpenList, listShown }: DemoStartProps) {
  const { t } = useTranslation();
  const { phase, sessions } = useSessionList();
  const none = phase === 'ready' && sessions.length === 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 sm:px-6" data-read-only>
      <div className="mx-auto my-auto w-full max-w-talk py-8">
        <Wake className="size-9 text-accent" />
        <h1 className="mt-4 text-balance font-semibold text-lg sm:text-xl">{t('readOnly.title')}</h1>
        <p className="mt-2 max-w-[34rem] text-muted">
          {none ? t('readOnly.intro') : joinSentences(t('readOnly.intro'), t('readOnly.chats'))}
        </p>
        {none ? (
          <p className="mt-6">{t('readOnly.noChats')}</p>
        ) : (
          <div className="mt-6">
            {listShown && <p className="max-md:hidden">{t('readOnly.choose')}</p>}
            <Button
              look="primary"
              className={clsx('min-h-10 coarse:min-h-11', listShown && 'md:hidden')}
              onClick={onOpenList}
            >
              <PanelLeft aria-hidden />
              {t('sessions.showList')}
            </Button>
          </div>
        )}
        <p className="mt-8 max-w-[34rem] text-muted text-sm">
          <OwnOne />
        </p>
      </div>
    </div>
  );
}

/** In the place of a conversation in which nothing was said. */
export function EmptyDemoChat() {
  const { t } = useTranslation();
  return <p className="m-auto p-6 text-center text-muted">{t('readOnly.emptyChat')}</p>;
}
