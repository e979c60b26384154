// The tool by which a model asks the person something. The question is shown as a card like an approval, waits as long
// as it takes, and is withdrawn by a stop; what the person chose or wrote comes back as the note of the answer.
import * as z from 'zod';
import { defineTool, type Tool } from './tool.ts';

export const askUserName = 'ask_user';

const maxChoices = 9;

export function createAskUserTool(): Tool {
  return defineTool({
    name: askUserName,
    description:
      'Asks the user one question and waits for the answer. For what only they can decide, and what you cannot find out ' +
      'by yourself; not to ask whether you may do something. Give choices where the likely answers are few: the user ' +
      'picks one, or writes something else.',
    input: z.object({
      question: z
        .string()
        .trim()
        .min(1)
        .max(4000)
        .describe('The question, in the language of the user; may be Markdown'),
      choices: z
        .array(z.string().trim().min(1).max(300))
        .max(maxChoices)
        .default([])
        .describe('Answers to choose from, each short and complete in itself'),
      multiple: z.boolean().default(false).describe('Whether several of the choices may be picked'),
    }),
    risk: 'question',
    concurrencySafe: true,
    mayRepeat: true,
    title: ({ question }) => question.split('\n', 1)[0]?.slice(0, 200) ?? '',
    preview: async ({ question, choices }) =>
      [question, ...choices.map((choice, index) => `${index + 1}. ${choice}`)].join('\n'),
    run: async (_, { answer = '' }) => ({
      output:
        answer.trim() === ''
          ? 'The user let the question pass without an answer. Decide by yourself what is safe, and say so.'
          : `The user answered: ${answer.trim()}`,
    }),
  });
}

/** What the model is told when the user would rather not answer. */
export function toUnanswered(note: string | undefined): string {
  const words = note?.trim();
  return words
    ? `The user did not choose, and wrote instead: ${words}`
    : 'The user chose not to answer. Do not ask the same again: go on with what is safe without it, or say what you need to know.';
}
