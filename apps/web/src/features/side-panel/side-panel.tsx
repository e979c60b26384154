// The panel at the right of a chat, with one part of it open at a time. Where there is no room beside the chat it is a
// sheet over it. What it shows is loaded when it is first opened.
import type { SessionState } from '@slipstream/client';
import clsx from 'clsx';
import { FoldHorizontal, UnfoldHorizontal, X } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, writeStored } from '../../app/stored.ts';
import { useMedia } from '../../app/use-media.ts';
import { IconButton } from '../../ui/button.tsx';
import { Drawer } from '../../ui/modal.tsx';
import { OrElse } from '../../ui/or-else.tsx';
import { besideChat, type PanelPart, useSidePanel } from './side-panel-context.tsx';

const wideKey = 'slipstream.side-panel-wide';

type PartView = ComponentType<{ state: SessionState }>;

const views: Record<PanelPart, PartView> = {
  plan: lazy(() => import('../plan/plan-part.tsx').then((module) => ({ default: module.PlanPart }))),
  inspector: lazy(() =>
    import('../inspector/inspector-part.tsx').then((module) => ({ default: module.InspectorPart })),
  ),
  files: lazy(() => import('../files/files-part.tsx').then((module) => ({ default: module.FilesPart }))),
};

export function SidePanel({ state }: { state: SessionState }) {
  const { t } = useTranslation();
  const { part, close } = useSidePanel();
  const beside = useMedia(besideChat);
  const [wide, toggleWide] = useWide();
  if (!beside)
    return (
      <Drawer
        side="right"
        open={part !== null}
        onOpenChange={(open) => !open && close()}
        title={t('panel.label')}
      >
        <Content state={state} />
      </Drawer>
    );
  if (part === null) return null;
  return (
    <aside
      aria-label={t('panel.label')}
      className={clsx(
        'flex h-full shrink-0 flex-col border-line border-l bg-mist',
        wide ? 'w-[min(46rem,42vw)]' : 'w-96',
      )}
    >
      <Content state={state}>
        <IconButton label={t(wide ? 'panel.narrow' : 'panel.widen')} onClick={toggleWide}>
          {wide ? <FoldHorizontal aria-hidden /> : <UnfoldHorizontal aria-hidden />}
        </IconButton>
      </Content>
    </aside>
  );
}

/** Code and timelines want room, a plan does not: the person decides, once for all chats. */
function useWide(): [wide: boolean, toggle: () => void] {
  const [wide, setWide] = useState(() => readStored(wideKey) !== null);
  const toggle = () => {
    writeStored(wideKey, wide ? null : 'wide');
    setWide(!wide);
  };
  return [wide, toggle];
}

/** `children` stand in its head, before the button that closes it. */
function Content({ state, children }: { state: SessionState; children?: ReactNode }) {
  const { t } = useTranslation();
  const { part, parts, show, close } = useSidePanel();
  if (part === null) return null;
  const View = views[part];
  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-1 px-3">
        {parts.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === part}
            data-part={each}
            onClick={() => show(each)}
            className={clsx(
              'min-h-8 rounded-sm px-2.5 font-medium text-sm coarse:min-h-10',
              each === part ? 'bg-ink/8 text-ink' : 'text-muted hover:bg-ink/6 hover:text-ink',
            )}
          >
            {t(`panel.parts.${each}`)}
          </button>
        ))}
        <span className="ml-auto flex">
          {children}
          <IconButton label={t('panel.close')} onClick={close}>
            <X aria-hidden />
          </IconButton>
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <OrElse fallback={<p className="text-bad text-sm">{t('panel.notLoaded')}</p>}>
          <Suspense fallback={<p className="late text-muted text-sm">{t('context.loading')}</p>}>
            <View key={state.sessionId} state={state} />
          </Suspense>
        </OrElse>
      </div>
    </>
  );
}
