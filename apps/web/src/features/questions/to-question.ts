// What a call of `ask_user` asks, read off its arguments, which nobody has checked before they are shown.
import type { Json } from '@slipstream/protocol';

export const askUserName = 'ask_user';

export type Question = { text: string; choices: readonly string[]; multiple: boolean };

export function toQuestion(args: Json | null): Question {
  const { question, choices, multiple } = args ?? {};
  return {
    text: typeof question === 'string' ? question : '',
    choices: Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [],
    multiple: multiple === true,
  };
}
