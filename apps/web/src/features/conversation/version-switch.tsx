import type { Message } from '@slipstream/protocol';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ForOwner } from '../../app/for-owner.tsx';
import { IconButton } from '../../ui/button.tsx';

type VersionSwitchProps = {
  message: Message;
  /** Null where it cannot be done now. */
  onShow: ((messageId: string) => void) | null;
};

/** Where somebody just moved to: the switch of that version goes on with the focus, since the one pressed is gone. */
let moved: { to: string; back: boolean } | null = null;

/** Moves between the versions of one message; nothing where there is one only. */
export function VersionSwitch({ message, onShow }: VersionSwitchProps) {
  const { t } = useTranslation();
  const { siblings, id: shown } = message;
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (moved?.to !== shown) return;
    const buttons = [...(group.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
    const next = moved.back ? buttons[0] : buttons.at(-1);
    moved = null;
    if (document.activeElement === document.body) next?.focus();
  }, [shown]);
  const at = siblings.indexOf(message.id);
  if (siblings.length < 2 || at < 0) return null;
  const to = (index: number) => {
    const id = siblings[index];
    return {
      disabled: id === undefined || onShow === null,
      onClick: () => {
        if (id === undefined) return;
        moved = { to: id, back: index < at };
        onShow?.(id);
      },
    };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div ref={group} role="group" aria-label={t('conversation.versions')} className="flex items-center">
      <ForOwner>
        <IconButton label={t('conversation.olderVersion')} {...to(at - 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
      </ForOwner>
      <span className="tabular-nums">{t('conversation.version', { n: at + 1, count: siblings.length })}</span>
      <ForOwner>
        <IconButton label={t('conversation.newerVersion')} {...to(at + 1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </ForOwner>
    </div>
  );
}
