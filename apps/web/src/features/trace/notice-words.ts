// What a turn is told besides its steps, in the page's language where the sentence is known.
import type { TFunction } from 'i18next';
import { createKnownSentences } from '../../i18n/known-sentences.ts';

import { problemWords } from '../added/problem-words.ts';
export const knownNotices = {
  ruleNotKept: 'The rule "{{rule}}" could not be stored; it counts for this session only.',
  toolChanged: 'The server of {{name}} has changed what it says of this tool since you last allowed it.',
  nobodyAnswered: 'Nobody answered within {{seconds}} s.',
  agentFile: '{{problem}} The other agents work.',
  noTools: '{{model}} was refused with tools, so it answers without them: it can talk, but not act.',
  limitName: '{{model}} wants max_completion_tokens in the place of max_tokens.',
  limitSize: '{{model}} refuses {{field}}; its own limit is used.',
  reasoningWanted: '{{model}} wants its reasoning back with its tool calls.',
  reasoningRefused: '{{model}} does not take its reasoning back.',
  contentWanted: '{{model}} wants a content field in every message.',
  noStream: '{{model}} does not stream: its answers come in one piece.',
  fieldRefused: '{{model}} refuses {{field}}, which is left out from now on.',
} as const;

const say = createKnownSentences((name) => `notice.${name}`, knownNotices, problemWords);

export function noticeWords(t: TFunction, text: string): string {
  return say(t, text) ?? text;
}
