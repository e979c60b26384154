import {
  createScriptedModel,
  findPromptFaults,
  modelReply,
  reply,
  sequentialId,
} from '@slipstream/testkit/fakes';
import { expect, test } from 'vitest';
import { estimateTokens } from '../estimate-tokens.ts';
import { fitPrompt, maxPastMessages } from './fit-prompt.ts';
import { aPast, aStep, counted, fit, how, toDeps, toPrompt } from './testing/prompts.ts';
import { toPromptMessages } from './turn-prompt.ts';

test('what fits is left alone, and no model is asked', async () => {
  const prompt = toPrompt({ past: aPast(10, 'words'), steps: [aStep(1, ['x'.repeat(1000)])] });
  const before = JSON.parse(JSON.stringify(prompt));
  expect(await fit(prompt, 1000, toDeps({ folders: [createScriptedModel([])] }))).toEqual({
    events: [],
    error: null,
  });
  expect(prompt).toEqual(before);
});

test('old outputs of the turn go first, with a marker that says how to read them again', async () => {
  const prompt = toPrompt({
    past: aPast(4, 'words'),
    steps: [aStep(1, ['a'.repeat(8000)]), aStep(2, ['b'.repeat(2000)])],
  });
  const { events, error } = await fit(prompt, 1200, toDeps({ folders: [createScriptedModel([])] }));
  expect(error).toBeNull();
  expect(events).toMatchObject([{ how: 'shortened', outputs: 1, messages: 0, beforeTokens: 2654 }]);
  const [first] = prompt.steps[0]?.results ?? [];
  expect(first?.text).toMatch(
    /^a{267}\n\[Shortened to make room: this output has 8000 characters\. read_output with call_id "c1_0" gives it again, page by page\.\]\na{133}$/,
  );
  expect(prompt.steps[1]?.results[0]?.text).toBe('b'.repeat(2000));
  expect(prompt.past).toHaveLength(4);
});

test('then older messages are folded, the newest stay, and the summary says through which', async () => {
  const model = createScriptedModel(['Kingfisher is the code.']);
  const prompt = toPrompt({ past: aPast(40, 'some words that take their room in the prompt') });
  const { events, error } = await fit(prompt, 600, toDeps({ folders: [model] }));
  expect(error).toBeNull();
  expect(how(events)).toEqual(['folded']);
  const kept = prompt.past.length;
  expect(kept).toBeGreaterThan(4);
  expect(prompt.past[0]?.role).toBe('user');
  expect(events[0]).toMatchObject({
    messages: 40 - kept,
    summary: 'Kingfisher is the code.',
    throughId: sequentialId(40 - kept, 5),
    compactionId: expect.any(String),
  });
  expect(toPromptMessages(prompt)[0]?.text).toContain('Kingfisher is the code.');
  const asked = model.calls[0]?.request;
  expect(asked?.tools).toEqual([]);
  expect(asked?.messages[0]?.text).toContain('[user]\nsome words that take their room in the prompt 0');
});

test('a summary that is there already is folded with what comes after it', async () => {
  const model = createScriptedModel(['Both.']);
  const prompt = toPrompt({ summary: counted('Earlier.'), past: aPast(40, 'some words that take room') });
  await fit(prompt, 500, toDeps({ folders: [model] }));
  expect(model.calls[0]?.request.messages[0]?.text).toContain(
    '<earlier_summary>\nEarlier.\n</earlier_summary>',
  );
  expect(prompt.summary?.text).toBe('Both.');
});

test('a long history is folded in rounds that fit the folding model', async () => {
  const small = createScriptedModel(({ number }) => `Round ${number}.`, { contextWindow: 4000 });
  const prompt = toPrompt({ past: aPast(60, 'w'.repeat(1000)) });
  expect((await fit(prompt, 8000, toDeps({ folders: [small] }))).error).toBeNull();
  expect(small.calls.length).toBeGreaterThan(3);
  for (const { request } of small.calls)
    expect(estimateTokens(request.messages[0]?.text ?? '')).toBeLessThan(4000);
  expect(prompt.summary?.text).toBe(`Round ${small.calls.length}.`);
});

test('where the small model fails the next one folds, and where none can the beginnings are kept', async () => {
  const failing = createScriptedModel(() => [modelReply.fail('server')]);
  const working = createScriptedModel(() => 'Folded.');
  const prompt = () => toPrompt({ past: aPast(40, 'the code is kingfisher') });
  const one = prompt();
  await fit(one, 400, toDeps({ folders: [failing, working] }));
  expect(one.summary?.text).toBe('Folded.');
  const demo = createScriptedModel([], { demo: true });
  const two = prompt();
  expect((await fit(two, 500, toDeps({ folders: [failing, demo] }))).error).toBeNull();
  expect(two.summary?.text).toContain('- user: the code is kingfisher');
});

test('earlier steps of a long turn are folded under the user’s message', async () => {
  const steps = Array.from({ length: 12 }, (_, n) =>
    aStep(n, ['x'.repeat(300)], `Looked at ${n}. `.repeat(20)),
  );
  const prompt = toPrompt({ steps });
  const { events, error } = await fit(
    prompt,
    800,
    toDeps({ folders: [createScriptedModel(() => 'Looked.')] }),
  );
  expect(error).toBeNull();
  expect(how(events)).toEqual(['folded']);
  expect(prompt.steps.length).toBeGreaterThan(0);
  expect(toPromptMessages(prompt)[0]?.text).toMatch(
    /^the last word\n\n<slipstream_steps>\n\[.+\]\nLooked\.\n/,
  );
  expect(findPromptFaults({ messages: toPromptMessages(prompt) })).toEqual([]);
});

test('more messages than a turn should cost are folded even where they would fit', async () => {
  const prompt = toPrompt({ past: aPast(maxPastMessages + 2, 'a') });
  const { events } = await fit(prompt, 100_000);
  expect(how(events)).toEqual(['folded']);
  expect(prompt.past.length).toBeLessThanOrEqual(70);
});

test('what cannot be folded and is too large is one error that says what fills the window', async () => {
  const prompt = toPrompt({ fixedTokens: 120_000, past: aPast(20, 'words') });
  const model = createScriptedModel([]);
  const { events, error } = await fit(prompt, 90_000, toDeps({ folders: [model], window: 128_000 }));
  expect(events).toEqual([]);
  expect(model.calls).toHaveLength(0);
  expect(error).toEqual({
    kind: 'context_length',
    retryable: false,
    message: expect.stringMatching(/128000 tokens.+room for 90000.+take 120000, your message takes 8/),
  });
});

test('a stop while it folds ends the folding', async () => {
  const model = createScriptedModel([[reply.hang()]]);
  const stop = new AbortController();
  const run = fitPrompt(
    toPrompt({ past: aPast(40, 'some words') }),
    300,
    toDeps({ folders: [model] }),
    stop.signal,
  );
  const next = run.next();
  await model.waitForCall(1);
  stop.abort(new Error('stopped'));
  await expect(next).rejects.toThrow('stopped');
  expect(await model.waitForEnd(1)).toBe('aborted');
});
