// Why a call failed, in one line of the page's language. A tool tells the model in English sentences that it can act on;
// those that people meet are known here by how they begin, and any other stands as it came. The whole of it is in the
// call's output, as the model got it.
import type { ToolCallView } from '@slipstream/protocol';
import type { TFunction } from 'i18next';
import { gapAfter } from '../../i18n/join-sentences.ts';
import { createKnownSentences } from '../../i18n/known-sentences.ts';
import { sayRefusal } from '../approvals/known-refusals.ts';
import { tailLines } from './terminal-text.ts';

/** How sentences begin; in double braces what is told in its place in the translation, too. */
export const knownFailures = {
  outside: '"{{path}}" is outside the workspace.',
  missing: '"{{path}}" does not exist.',
  folder: '"{{path}}" is a folder',
  notFile: '"{{path}}" is not a regular file',
  notOpened: '"{{path}}" may not be opened: permission denied.',
  notChanged: '"{{path}}" may not be changed: permission denied.',
  readOnly: '"{{path}}" is on a read-only file system.',
  diskFull: '"{{path}}" could not be written: the disk is full.',
  notText: '"{{path}}" is not a text file.',
  circles: '"{{path}}" is a link that leads in circles',
  notUsed: '"{{path}}" could not be used ({{code}}).',
  binary: '"{{path}}" is a binary file (',
  tooLarge: '"{{path}}" has {{size}}, more than the {{limit}} that can be opened whole.',
  fewLines: '"{{path}}" has only {{lines}}; there is no line {{line}}.',
  changed: '"{{path}}" was changed since you last read it; nothing was changed now.',
  changedNow: '"{{path}}" was changed by someone else just now',
  notFound: 'oldText is not in "{{path}}"',
  notUnique: 'oldText is {{times}} times in "{{path}}"',
  noChange: 'oldText and newText are the same',
  someEdit: 'Edit {{edit}} of {{all}} does not fit, so none was made.',
  notPublic: '{{host}} is not on the public Internet',
  slowHost: '{{host}} took longer than {{seconds}} s.',
  badCertificate: 'The certificate of {{host}} is not valid',
  notFetched: '{{host}} could not be fetched.',
  onlyHttp: 'Only http:// and https:// URLs can be fetched.',
  noSearch: 'The web search does not work: {{why}}.',
  unknownTool: 'There is no tool named "{{name}}".',
  unknownAgent: 'There is no agent named "{{name}}"',
  unknownSkill: 'There is no skill named "{{name}}".',
  badArguments: 'The arguments do not fit, so nothing was run.',
  brokenArguments: 'The arguments are not one JSON object, so nothing was run.',
  noServer: 'The MCP server {{name}} is not there; nothing was run.',
  lostServer: 'The MCP server {{name}} was lost during the call; whether it did anything is not known.',
  agentSteps: 'No conclusion after {{steps}} steps.',
  agentCutOff: 'Its answer was cut off at the output limit.',
  agentSilent: 'The agent "{{name}}" ended without a word.',
  refused: 'This call is not allowed here. {{why}}',
  cutOff: 'Not run: the answer was cut off.',
} as const;

/** What stands at the end of what a call gave. */
export const knownEnds = {
  exitCode: '[exit code {{code}}]',
  killed: '[ended by {{signal}}]',
  tooLong: '[stopped after {{time}}; ask for more with timeoutMs',
  flood: '[stopped, because it wrote too much',
  timedOut: 'Timed out after {{seconds}} s and was stopped.',
} as const;

const toKey = (name: string) => `callFailure.${name}`;
/** How tools, and the files that prompts are made of, fail; null for a sentence that is not known. */
export const sayFailure = createKnownSentences(toKey, knownFailures, sayRefusal);
const sayEnd = createKnownSentences(toKey, knownEnds);

/** Of a call that ended with an error. Empty where it gave nothing. */
export function failureLine(t: TFunction, call: Pick<ToolCallView, 'output'>): string {
  const lines = tailLines(call.output ?? '', Number.POSITIVE_INFINITY)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const last = lines.at(-1);
  const first = lines[0];
  if (first === undefined || last === undefined) return '';
  const said = sayFailure(t, first);
  if (said !== null) return said;
  const end = sayEnd(t, last);
  if (end === null) return first;
  // What a command says last is mostly why it failed. The server's own notes about it stand in brackets.
  const why = lines.slice(0, -1).findLast((line) => !/^\[.*\]$/.test(line));
  return why === undefined ? end : `${end}${gapAfter(end)}${why.trim()}`;
}
