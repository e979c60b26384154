// What holds for every stream: where it is cut does not matter, the deltas are the answer, and whatever the bytes are,
// nothing throws and a broken stream is told as one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, loadCases } from '../testing/cases.ts';
import { expectWholeStream } from '../testing/collect-answer.ts';
import { fuzzOnce } from '../testing/fuzz.ts';
import { createHttpFuzz } from '../testing/fuzz-http.ts';
import { cutSomewhere } from '../testing/mutate-stream.ts';
import { createSeededRandom } from '../testing/random.ts';
import { delta, readBytes, toSse } from '../testing/read-bytes.ts';

const cases = loadCases();
const whyOf = (end: string) => (end === 'stall' ? 'idle' : end === 'reset' ? 'broken' : 'ended');
const someOffsets = fc.array(fc.nat(20_000), { maxLength: 12 });

function cutAt(body: Buffer, offsets: readonly number[]): Buffer[] {
  const sorted = [...new Set(offsets.map((at) => at % (body.length + 1)))].sort((a, b) => a - b);
  return cut(body, sorted);
}

describe('cutting', { timeout: 60_000 }, () => {
  test.each(cases.map((each) => [each.id, each] as const))('%s, byte by byte', (_, { body, end }) => {
    const why = whyOf(end);
    // The one long body would take all the time.
    const step = body.length < 20_000 ? 1 : 31;
    const offsets = Array.from(
      { length: Math.ceil(body.length / step) - 1 },
      (_, index) => (index + 1) * step,
    );
    const bytes = readBytes(cut(body, offsets), why);
    expectWholeStream(bytes.chunks, bytes.answer);
    expect(bytes.answer).toEqual(readBytes([body], why).answer);
  });

  test.each(cases.map((each) => [each.id, each] as const))('%s, anywhere', (_, { body, end }) => {
    const why = whyOf(end);
    const { answer } = readBytes([body], why);
    const random = createSeededRandom(body.length);
    for (let times = 0; times < (body.length < 20_000 ? 30 : 3); times += 1) {
      const pieces = readBytes(cutSomewhere(random, body), why);
      expectWholeStream(pieces.chunks, pieces.answer);
      expect(pieces.answer).toEqual(answer);
    }
  });

  test('any case, with any line ends, gives the same answer', () => {
    const plain = cases.filter(({ body }) => !body.includes('\r'));
    const styles = fc.constantFrom(['\n', '\r\n'], ['\r', '\r\n'], ['\r']);
    fc.assert(
      fc.property(
        fc.constantFrom(...plain),
        styles,
        fc.infiniteStream(fc.nat(1)),
        someOffsets,
        (each, style, picks, offsets) => {
          const why = whyOf(each.end);
          const text = each.body
            .toString('utf8')
            .replaceAll('\n', () => style[picks.next().value % style.length] ?? '');
          expect(readBytes(cutAt(Buffer.from(text), offsets), why).answer).toEqual(
            readBytes([each.body], why).answer,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('breaking', { timeout: 60_000 }, () => {
  test('mutated streams never throw, stay consistent, and never pass for whole when they are not', () => {
    const judged = { whole: 0, 'no end': 0, 'broken line': 0, 'not judged': 0 };
    for (let seed = 1; seed <= 3000; seed += 1) {
      const outcome = fuzzOnce(seed);
      judged[outcome.judged] += 1;
      expect(outcome.fault && { seed, fault: outcome.fault }).toBeUndefined();
    }
    for (const count of Object.values(judged)) expect(count).toBeGreaterThan(20);
  });

  test('over HTTP they end as well, whatever ends them', async () => {
    const http = await createHttpFuzz();
    try {
      const seeds = Array.from({ length: 60 }, (_, index) => index + 1);
      expect((await Promise.all(seeds.map(http.once))).filter((fault) => fault !== undefined)).toEqual([]);
    } finally {
      await http.close();
    }
  });

  test('random JSON in the place of chunks never throws', () => {
    const words = [
      'choices',
      'delta',
      'message',
      'content',
      'tool_calls',
      'function',
      'arguments',
      'index',
      'id',
      'name',
    ];
    const more = [
      'finish_reason',
      'usage',
      'error',
      'reasoning_details',
      'type',
      'text',
      'thinking',
      'detail',
      'loc',
    ];
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(null, '', 'text', 'error', 0, -1, 400, 1e308, true, false),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...words, ...more), tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), (values) => {
        const { answer, chunks } = readBytes([toSse(...values, delta({}, 'stop'))]);
        expectWholeStream(chunks, answer);
      }),
      { numRuns: 1000, seed: 20260102 },
    );
  });

  test('every beginning of a stream is an interrupted one until its end came', () => {
    const body = toSse(
      delta({ content: 'Some words' }),
      delta({ content: ' more' }),
      delta({}, 'stop'),
      '[DONE]',
    );
    const complete = body.indexOf('"stop"}]}') + '"stop"}]}'.length;
    for (let length = 0; length <= body.length; length += 1) {
      const { answer } = readBytes([body.subarray(0, length)], 'broken');
      expect(answer.failure?.kind).toBe(length < complete ? 'stream_interrupted' : undefined);
    }
  });
});

describe('answers', () => {
  const read = (...values: unknown[]) => readBytes([toSse(...values)]).answer;

  test('one network read is one chunk of each kind, in their order', () => {
    const { chunks } = readBytes([
      toSse(
        delta({ reasoning_content: 'a' }),
        delta({ reasoning_content: 'b' }),
        delta({ content: 'c' }),
        delta({ content: 'd' }, 'stop'),
      ),
    ]);
    expect(chunks.slice(0, -1)).toEqual([
      { type: 'reasoning', text: 'ab' },
      { type: 'text', text: 'cd' },
    ]);
  });

  test('no chunk holds half of a character', () => {
    const bodies = [toSse(delta({ content: 'Go \ud83d' })), toSse(delta({ content: '\ude80' }, 'stop'))];
    const { chunks, answer } = readBytes(bodies);
    expect(answer.text).toBe('Go 🚀');
    expect(chunks.map((chunk) => chunk.type === 'text' && chunk.text)).toEqual(['Go ', '🚀', false]);
  });

  test('half a character that stays half is kept', () => {
    expect(read(delta({ content: 'x\ud83d' }, 'stop')).text).toBe('x\ud83d');
  });

  test('choices of one chunk are parts of one answer', () => {
    const parts = {
      choices: [
        { index: 0, message: { content: 'Look.' }, finish_reason: 'tool_calls' },
        { index: 0, message: { tool_calls: [{ id: 'a', function: { name: 'x', arguments: '{}' } }] } },
      ],
    };
    expect(read(parts)).toMatchObject({
      text: 'Look.',
      calls: [{ id: 'a', name: 'x' }],
      finish: 'tool_calls',
    });
  });

  test('a whole message after its deltas adds nothing', () => {
    const call = { id: 'a', index: 0, function: { name: 'x', arguments: '{}' } };
    const whole = {
      choices: [{ message: { content: 'Hi there', tool_calls: [call] }, finish_reason: 'stop' }],
    };
    const answer = read(delta({ content: 'Hi' }), delta({ content: ' there', tool_calls: [call] }), whole);
    expect(answer).toMatchObject({
      text: 'Hi there',
      calls: [{ id: 'a', argsText: '{}' }],
      finish: 'tool_calls',
    });
    expect(answer.calls).toHaveLength(1);
  });

  test('an abnormal end is not hidden by a normal word after it', () => {
    expect(read(delta({ content: 'a' }, 'length'), delta({}, 'stop')).finish).toBe('length');
    expect(read(delta({ content: 'a' }, 'MAX_TOKENS')).finish).toBe('length');
  });

  test('a failure that only the inner word tells is a failure', () => {
    const choice = { delta: { content: 'a' }, finish_reason: 'stop', native_finish_reason: 'network_error' };
    expect(read({ choices: [choice] })).toMatchObject({ finish: 'error', failure: { kind: 'server' } });
  });

  test('an error after the end was announced is an error', () => {
    const answer = read(delta({ content: 'a' }, 'stop'), {
      error: { message: 'Billing service down', code: 500 },
    });
    expect(answer).toMatchObject({
      text: 'a',
      finish: 'error',
      failure: { kind: 'server', retryable: true },
    });
  });

  test('a line that cannot be read after the end takes nothing from the answer', () => {
    expect(read(delta({ content: 'a' }, 'stop'), '{"usage":').finish).toBe('stop');
  });

  test('a call that never gets a name cannot be run', () => {
    const answer = read(
      delta({ tool_calls: [{ index: 0, id: 'a', function: { arguments: '{}' } }] }, 'tool_calls'),
    );
    expect(answer).toMatchObject({ finish: 'error', failure: { kind: 'malformed' } });
  });

  test('an unclosed answer of a megabyte on one line is read in linear time', () => {
    const long = Buffer.from(
      `data: ${JSON.stringify(delta({ content: 'x'.repeat(1_000_000) }, 'stop'))}\n\n`,
    );
    const pieces = Array.from({ length: Math.ceil(long.length / 64) }, (_, at) =>
      long.subarray(at * 64, at * 64 + 64),
    );
    const startedAt = performance.now();
    expect(readBytes(pieces).answer.text).toHaveLength(1_000_000);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test('a line without end is given up before it fills the memory', () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const { answer } = readBytes([Buffer.from('data: '), ...Array.from({ length: 40 }, () => megabyte)]);
    expect(answer.failure).toMatchObject({ kind: 'malformed', retryable: false });
  });
});
