import { describe, expect, test } from 'vitest';
import { classifyReport } from '../failure/classify-report.ts';
import { createSwitches, type Switches } from './switches.ts';

const body = {
  model: 'm',
  messages: [
    { role: 'assistant', tool_calls: [{}], reasoning_content: 'x' },
    { role: 'assistant', content: '', tool_calls: [{}] },
  ],
  stream: true,
  stream_options: { include_usage: true },
  max_tokens: 1000,
  temperature: 1,
  parallel_tool_calls: true,
  tools: [{}],
};

function learnFrom(status: number, error: unknown) {
  const switches = createSwitches('m');
  const problem = classifyReport({ error }, { status, headers: {}, now: 0 });
  return { lesson: switches.learn(problem, body), now: switches.current() };
}

const refused = (...fields: string[]) => ({ without: new Set(fields) });

describe('lessons', () => {
  test.each<[string, number, unknown, Partial<Switches>]>([
    [
      'an unknown field',
      400,
      'Unrecognized request argument supplied: stream_options',
      refused('stream_options'),
    ],
    [
      'a forbidden field',
      422,
      { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
      refused('stream_options'),
    ],
    [
      'a field named as the parameter',
      400,
      { message: 'Unsupported parameter.', param: 'parallel_tool_calls' },
      refused('parallel_tool_calls'),
    ],
    [
      'a value',
      400,
      {
        message:
          "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        param: 'temperature',
      },
      refused('temperature'),
    ],
    [
      'the stream itself',
      400,
      { message: "Unsupported value: 'stream' does not support true with this model.", param: 'stream' },
      refused('stream'),
    ],
    [
      'the other name of the limit',
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { limitField: 'max_completion_tokens' },
    ],
    [
      'a limit that is too high',
      400,
      'Invalid max_tokens value, the valid range of max_tokens is [1, 500]',
      refused('max_tokens'),
    ],
    [
      'another one',
      400,
      'max_tokens is too large: 1000. This model supports at most 500 completion tokens',
      refused('max_tokens'),
    ],
    [
      'a limit that leaves no room',
      400,
      "'max_tokens' or 'max_completion_tokens' is too large: 1000. This model's maximum context length is 4096 tokens",
      refused('max_tokens'),
    ],
    ['no tools', 400, 'registry.example.com/library/gemma:2b does not support tools', { tools: false }],
    ['no tools, elsewhere', 404, 'No endpoints found that support tool use.', { tools: false }],
    ['no tools as it was started', 500, 'tools param requires --jinja flag', { tools: false }],
    [
      'no tools as it was started, elsewhere',
      400,
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      { tools: false },
    ],
    [
      'reasoning wanted back',
      400,
      'Missing `reasoning_content` field in the assistant message at message index 2.',
      { echoReasoning: 'always' },
    ],
    [
      'reasoning wanted back, elsewhere',
      400,
      'The `reasoning_content` in the thinking mode must be passed back to the API.',
      { echoReasoning: 'always' },
    ],
    [
      'content wanted',
      422,
      'Failed to deserialize the JSON body: messages[1]: missing field `content` at line 1',
      { emptyContent: true },
    ],
  ])('%s', (_, status, error, expected) => {
    const { lesson, now } = learnFrom(status, error);
    expect(lesson?.text).toMatch(/^m/);
    expect(now).toMatchObject(expected);
  });

  test('a model without tools is worth a warning', () => {
    expect(learnFrom(400, 'm does not support tools').lesson).toMatchObject({
      level: 'warning',
      code: 'model_without_tools',
    });
  });

  test.each<[string, number, unknown]>([
    ['another fault', 400, "messages: 'content' must not be empty"],
    ['the key', 401, 'Incorrect API key for temperature'],
    ['too many', 429, 'tools are not supported at this rate'],
    ['a failure', 500, 'The server had an error'],
  ])('nothing is learned from %s', (_, status, error) => {
    const { lesson, now } = learnFrom(status, error);
    expect(lesson).toBeUndefined();
    expect(now).toEqual(createSwitches('m').current());
  });

  test('two requests that are refused at once both learn', () => {
    const switches = createSwitches('m');
    const refusals = [
      'Unknown field: stream_options',
      'm does not support tools',
      'Missing `reasoning_content` field in the assistant message at message index 2.',
      'missing field `content`',
    ].map((text) => classifyReport(text, { status: 400, headers: {}, now: 0 }));
    for (const refusal of refusals) {
      expect(switches.learn(refusal, body)).toBeDefined();
      expect(switches.learn(refusal, body)).toBeDefined();
    }
  });

  test('what was said about a model beforehand holds until the model says otherwise', () => {
    const switches = createSwitches('m', { echoReasoning: 'never' });
    switches.sawReasoningContent();
    expect(switches.current().echoReasoning).toBe('never');
    const demand = 'Missing `reasoning_content` field in the assistant message at message index 2.';
    switches.learn(classifyReport(demand, { status: 400, headers: {}, now: 0 }), body);
    expect(switches.current().echoReasoning).toBe('always');
  });

  test('a field that was not sent is not blamed', () => {
    const switches = createSwitches('m');
    const problem = classifyReport('temperature is not supported', { status: 400, headers: {}, now: 0 });
    expect(switches.learn(problem, { messages: [] })).toBeUndefined();
  });

  test('the limit under its second name can be refused, too', () => {
    const switches = createSwitches('m');
    const refusal = (text: string) => classifyReport(text, { status: 400, headers: {}, now: 0 });
    switches.learn(refusal("'max_tokens' is not supported. Use 'max_completion_tokens' instead."), body);
    const { max_tokens: limit, ...rest } = body;
    switches.learn(refusal('max_completion_tokens is too large'), { ...rest, max_completion_tokens: limit });
    expect(switches.current().without).toEqual(new Set(['max_completion_tokens']));
  });

  test('reasoning goes back once it was given in the field for it, until it is refused', () => {
    const switches = createSwitches('m');
    expect(switches.current().echoReasoning).toBe('never');
    switches.sawReasoningContent();
    expect(switches.current().echoReasoning).toBe('given');
    const refusal = classifyReport("property 'reasoning_content' is unsupported", {
      status: 400,
      headers: {},
      now: 0,
    });
    expect(switches.learn(refusal, body)).toBeDefined();
    switches.sawReasoningContent();
    expect(switches.current().echoReasoning).toBe('never');
    expect(switches.learn(refusal, body)).toBeUndefined();
  });
});
