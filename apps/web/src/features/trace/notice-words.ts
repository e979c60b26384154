// What a turn is told besides its steps, in the page's language where the sentence is known.
import type { TFunction } from 'i18next';
import { createKnownSentences } from '../../i18n/known-sentences.ts';

export const knownNotices = {
  ruleNotKept: 'The rule "{{rule}}" could not be stored; it counts for this session only.',
  toolChanged: 'The server of {{name}} has changed what it says of this tool since you last allowed it.',
  nobodyAnswered: 'Nobody answered within {{seconds}} s.',
} as const;

const say = createKnownSentences((name) => `notice.${name}`, knownNotices);

export function noticeWords(t: TFunction, text: string): string {
  return say(t, text) ?? text;
}
