// What is wrong with a file that somebody wrote for the agent (a sub-agent, a skill, a tool, a task), in the page's language
// where the sentence is known.
import type { TFunction } from 'i18next';
import { createKnownSentences } from '../../i18n/known-sentences.ts';

export const knownWhys = {
  text: 'it must be a text',
  lowerCase: 'it must be of lower case letters',
  mayHave: 'it may have {{chars}} characters',
  notEmpty: 'it must not be empty',
  whole: 'it must be a whole number',
  oneOf: 'it must be one of {{names}}',
  trueOrFalse: 'it must be true or false',
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
  if (!placed) return sayProblem(t, said) ?? sayInFile(t, said) ?? said;
  const { path, line, problem = '' } = placed;
  return t('fileProblem.at', { path, line, problem: sayProblem(t, problem) ?? problem });
}

function sayInFile(t: TFunction, said: string): string | null {
  const { path, problem = '' } = /^(?<path>.+?): (?<problem>.+)$/s.exec(said)?.groups ?? {};
  const known = sayProblem(t, problem);
  return known === null ? null : t('fileProblem.in', { path, problem: known });
}
