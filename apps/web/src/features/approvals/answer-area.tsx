import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ForOwner } from '../../app/for-owner.tsx';

/** What a card that waits is answered with; where one can only look, that it waits and that this is not the place. */
export function AnswerArea({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ForOwner
      otherwise={
        <p className="mt-3 text-sm text-wait" data-waits>
          {t('readOnly.waits')}
        </p>
      }
    >
      {children}
    </ForOwner>
  );
}
