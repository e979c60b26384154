import { type ErrorCode, errorTable } from '@slipstream/protocol';
import type { TFunction } from 'i18next';

/** A refusal in the page's language; the server's own sentence where its code is not known here. */
export function errorWords(t: TFunction, error: { code: ErrorCode; message: string } | null): string {
  if (!error) return t('errors.internal');
  return Object.hasOwn(errorTable, error.code) ? t(`errors.${error.code}`) : error.message;
}

/** The same for whatever was thrown. */
export function thrownWords(t: TFunction, thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return Object.hasOwn(errorTable, code) ? t(`errors.${code as ErrorCode}`) : t('errors.unavailable');
}
