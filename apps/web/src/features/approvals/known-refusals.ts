// Why the server itself refused a call, where only its sentence is on record: the codes that the same reasons have on a card.
import { createKnownSentences } from '../../i18n/known-sentences.ts';

export const knownRefusals = {
  rule_denies: 'The rule "{{rule}}" forbids it.',
  not_planning: 'The session is not in plan mode; just do the work.',
  fork_bomb: 'It would fill the machine with processes.',
  device: 'It would write to a device.',
  stops_machine: '{{name}} would stop the machine or destroy a disk.',
  whole_system: '{{name}} would reach the whole system or home folder.',
} as const;

export const sayRefusal = createKnownSentences((name) => `approval.why.${name}`, knownRefusals);
