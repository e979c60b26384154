// Why a file was not taken, in the page's language: the server tells the reason in the details of its refusal.
import type { TFunction } from 'i18next';
import { thrownWords } from '../connection/error-words.ts';

/** Where the reason is not known here, the words of the refusal's code. */
export function refusalWords(t: TFunction, thrown: unknown): string {
  const details = (thrown instanceof Error && 'details' in thrown && thrown.details) || {};
  const { reason, maxBytes } = details as { reason?: unknown; maxBytes?: unknown };
  if (reason === 'empty' || reason === 'kind') return t(`attachments.${reason}`);
  if (typeof maxBytes === 'number')
    return t('attachments.tooLarge', { limit: Math.floor(maxBytes / 1024 / 1024) });
  return thrownWords(t, thrown);
}
