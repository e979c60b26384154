// What is wrong with a file that somebody wrote for the agent (a sub-agent, a skill, a tool, a task), in the page's language
// where the sentence is known.
import type { TFunction } from 'i18next';
import { createKnownSentences } from '../../i18n/known-sentences.ts';
import { sayFailure } from '../trace/failure-line.ts';

export const knownWhys = {
  text: 'it must be a text',
  lowerCase: 'it must be of lower case letters',
  mayHave: 'it may have {{chars}} characters',
  notEmpty: 'it must not be empty',
  whole: 'it must be a whole number',
  oneOf: 'it must be one of {{names}}',
  trueOrFalse: 'it must be true or false',
  escape: 'a backslash between double quotes is followed by no sign that it can have',
  indent: 'a closing bracket is missing, or a line is not indented as it must be',
  sign: 'a text that begins with this sign must stand in quotes',
  colon: 'a text with a colon and a space in it must stand in quotes',
  twice: 'a field is there twice',
  quote: 'a closing quote, or the colon behind a name, is missing',
  noColon: 'a colon is missing behind the name of a field',
  tab: 'a line is indented with a tab',
  behind: 'there is something behind a value that does not belong to it',
} as const;

export const knownProblems = {
  noEnd: 'The part between the two lines "---" has no second one.',
  notYaml: 'It is not valid YAML: {{why}}.',
  references: 'References (& and *) cannot be used there.',
  noFields: 'There must be fields such as "name: …" between the two lines "---".',
  noMatter: 'There is no front matter with name and description.',
  noText: 'There is no text under the front matter.',
  badField: '"{{field}}" cannot be used: {{why}}.',
  noField: '"{{field}}" is missing.',
  otherName: 'The name "{{name}}" is not that of its folder, "{{folder}}".',
  tooLarge: 'The file is larger than {{size}} KiB.',
  noModel: 'There is no model named "{{model}}" here.',
  inWorkspace: 'It really lies in the workspace.',
  noExport: 'It has no default export.',
  noTool: 'Its default export is not made with defineTool.',
  badRisk: 'The risk of {{tool}} must be one of {{risks}}.',
  otherTool: 'There is another tool named {{tool}}.',
  noProgram: 'The program "{{program}}" was not found.',
  noRight: 'The program "{{program}}" may not be run: permission denied.',
  endedEarly: 'It ended while it was being started.',
  ended: 'It ended.',
  longAnswer: 'Its answer is too large.',
  headers: 'It does not accept the headers that it is sent (HTTP {{status}}).',
  answered: 'It answered with HTTP {{status}}.',
  unreachable: '{{host}} cannot be reached ({{code}}).',
  timedOut: 'It timed out: there was no answer within {{seconds}} s.',
  noSchedule: '"{{heading}}" is no schedule.',
  noTask: 'There is no text under it that says what to do.',
  longTask: 'The text under it is longer than {{chars}} characters.',
  manyTasks: 'More than {{tasks}} tasks cannot be kept; this one is left out.',
} as const;

const sayWhy = createKnownSentences((name) => `fileProblem.why.${name}`, knownWhys);
const sayProblem = createKnownSentences((name) => `fileProblem.${name}`, knownProblems, sayWhy);

/** With the file and the line before it, where the sentence tells them. */
export function problemWords(t: TFunction, said: string): string {
  const placed = /^(?<path>.+?), line (?<line>\d+): (?<problem>.+)$/s.exec(said)?.groups;
  if (!placed) return sayWithWords(t, said) ?? sayAny(t, said) ?? sayInFile(t, said) ?? said;
  const { path, line, problem = '' } = placed;
  return t('fileProblem.at', { path, line, problem: sayAny(t, problem) ?? problem });
}

function sayAny(t: TFunction, said: string): string | null {
  return sayProblem(t, said) ?? sayFailure(t, said);
}

/** What happened to a program, and what it said itself at the end. */
function sayWithWords(t: TFunction, said: string): string | null {
  const { problem = '', words = '' } = /^(?<problem>.+?) It said: (?<words>.+)$/s.exec(said)?.groups ?? {};
  const known = sayProblem(t, problem);
  return known === null ? null : t('fileProblem.itSaid', { problem: known, words });
}

function sayInFile(t: TFunction, said: string): string | null {
  const { path, problem = '' } = /^(?<path>.+?): (?<problem>.+)$/s.exec(said)?.groups ?? {};
  const known = sayAny(t, problem);
  return known === null ? null : t('fileProblem.in', { path, problem: known });
}
