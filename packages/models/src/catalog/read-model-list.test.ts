import { describe, expect, test } from 'vitest';
import { readModelList } from './read-model-list.ts';

const ids = (answer: unknown) => readModelList(answer)?.map(({ id }) => id);

describe('lists of models', () => {
  test.each<[string, unknown, string[] | undefined]>([
    ['the usual', { object: 'list', data: [{ id: 'a' }, { id: 'b' }] }, ['a', 'b']],
    ['other names', { models: [{ name: 'a' }, { model: 'b' }] }, ['a', 'b']],
    ['a bare list', ['a', { id: 'b' }], ['a', 'b']],
    ['the same twice', { data: [{ id: 'a' }, { id: 'a' }] }, ['a']],
    ['entries that are none', { data: [null, 5, {}, { id: '' }, { id: 'a' }] }, ['a']],
    ['an empty one', { data: [] }, []],
    ['no list', { hello: 1 }, undefined],
    ['nothing', undefined, undefined],
    ['a page', '<html>', undefined],
  ])('%s', (_, answer, expected) => {
    expect(ids(answer)).toEqual(expected);
  });

  test('models that hold no conversation are left out', () => {
    const names = [
      'text-embedding-3-small',
      'whisper-1',
      'tts-1',
      'gpt-image-1',
      'bge-m3',
      'rerank-v3',
      'omni-moderation-latest',
    ];
    const talking = ['gpt-4o-mini', 'deepseek-chat', 'qwen3:8b', 'meta-llama/llama-3.3-70b-instruct'];
    expect(ids([...names, ...talking])).toEqual(talking);
    expect(
      ids([
        { id: 'a', type: 'embeddings' },
        { id: 'b', architecture: { output_modalities: ['image'] } },
      ]),
    ).toEqual([]);
  });

  test('what entries tell of themselves', () => {
    const list = readModelList({
      data: [
        { id: 'a', max_model_len: 32768 },
        { id: 'b', meta: { n_ctx_train: 131072, n_ctx: 8192 } },
        { id: 'c', context_length: 200000, top_provider: { context_length: 100000 } },
        {
          id: 'd',
          architecture: { input_modalities: ['text', 'image'] },
          supported_parameters: ['reasoning'],
        },
        { id: 'e', max_context_length: 'many' },
      ],
    });
    expect(list).toEqual([
      { id: 'a', contextWindow: 32768, vision: false, reasoning: false },
      { id: 'b', contextWindow: 8192, vision: false, reasoning: false },
      { id: 'c', contextWindow: 100000, vision: false, reasoning: false },
      { id: 'd', contextWindow: undefined, vision: true, reasoning: true },
      { id: 'e', contextWindow: undefined, vision: false, reasoning: false },
    ]);
  });
});
