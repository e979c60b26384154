// What the server says of a call, in the page's language: by its code, or as it came where the code is not known here.
import type { ApprovalNote } from '@slipstream/protocol';
import i18next, { type TFunction } from 'i18next';

export function noteWords(t: TFunction, { code, text, params = {} }: ApprovalNote): string {
  const key = `approval.why.${code}`;
  // The checked keys end at an underscore, which a code may have.
  const say = t as (key: string, params: Readonly<Record<string, string>>) => string;
  return i18next.exists(key) ? say(key, params) : text;
}
