// Stands in for a model that a session names and the settings no longer do: its turn fails with words that help.
import type { Model, ModelAnswer } from './model.ts';

export function createMissingModel(id: string): Model {
  const answer: ModelAnswer = {
    text: '',
    reasoning: '',
    calls: [],
    finish: 'error',
    usage: null,
    failure: {
      kind: 'not_found',
      message: `There is no model named "${id}" here any more. Choose another one for this session and send again.`,
      retryable: false,
    },
  };
  return {
    info: {
      id,
      label: id,
      provider: '',
      contextWindow: 32_768,
      vision: false,
      reasoning: false,
      demo: false,
    },
    prices: null,
    async *stream() {
      yield [{ type: 'end', answer }];
    },
  };
}
