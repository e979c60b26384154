// What the server says of a call, in the page's language: by its code, or as it came where the code is not known here.
import type { ApprovalNote } from '@slipstream/protocol';
import type { TFunction } from 'i18next';
import en from '../../i18n/en.json' with { type: 'json' };

type Code = keyof typeof en.approval.why;

export function noteWords(t: TFunction, { code, text, params = {} }: ApprovalNote): string {
  // The checked keys end at an underscore, which a code may have.
  const say = t as (key: string, params: Readonly<Record<string, string>>) => string;
  return isKnown(code) ? say(`approval.why.${code}`, params) : text;
}

function isKnown(code: string): code is Code {
  return Object.hasOwn(en.approval.why, code);
}
