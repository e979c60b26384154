import type { Message } from '@slipstream/protocol';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';

type VersionSwitchProps = {
  message: Message;
  /** Null where it cannot be done now. */
  onShow: ((messageId: string) => void) | null;
};

/** Moves between the versions of one message; nothing where there is one only. */
export function VersionSwitch({ message, onShow }: VersionSwitchProps) {
  const { t } = useTranslation();
  const { siblings } = message;
  const at = siblings.indexOf(message.id);
  if (siblings.length < 2 || at < 0) return null;
  const to = (index: number) => {
    const id = siblings[index];
    return {
      disabled: id === undefined || onShow === null,
      onClick: () => id !== undefined && onShow?.(id),
    };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label={t('conversation.versions')} className="flex items-center">
      <IconButton label={t('conversation.olderVersion')} {...to(at - 1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <span className="tabular-nums">{t('conversation.version', { n: at + 1, count: siblings.length })}</span>
      <IconButton label={t('conversation.newerVersion')} {...to(at + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}
