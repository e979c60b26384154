// Streams as no provider should send them: a case's bytes with a few of them lost, doubled, swapped or put in.
import { cut, type ProviderCase } from './cases.ts';
import type { SeededRandom } from './random.ts';

const insertions = [
  '\n',
  '\r\n',
  '\r',
  '"',
  '}',
  '{',
  '[',
  '\\',
  '\\u12',
  '\u0000',
  'null',
  ',',
  'data: ',
  'data:',
  'event: error\n',
  'event: message\n',
  ': ping\n\n',
  '\n\ndata: null\n\n',
  '\n\ndata: [DONE]\n\n',
  '\n\ndata: {"choices":[{"delta":{"content":"more"},"finish_reason":null}]}\n\n',
  '\n\ndata: {"error":{"message":"broke"}}\n\n',
  ',"obfuscation":"ab"',
  '<think>',
  '</think>',
  '\ufeff',
] as const;

/** `cases` are what it may start from and splice in; they may not be changed. */
export function mutateStream(
  random: SeededRandom,
  cases: readonly [ProviderCase, ...ProviderCase[]],
): Buffer {
  let body = random.pick(cases).body;
  for (let rest = 1 + random.below(4); rest > 0; rest -= 1) body = mutateOnce(random, body, cases);
  return body;
}

function mutateOnce(
  random: SeededRandom,
  body: Buffer,
  cases: readonly [ProviderCase, ...ProviderCase[]],
): Buffer {
  const at = random.below(body.length + 1);
  const length = 1 + random.below(random.pick([4, 40, 400]));
  const before = body.subarray(0, at);
  const after = body.subarray(at);
  switch (random.below(8)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, after.subarray(length)]);
    case 2:
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 3:
      return Buffer.concat([before, someBytes(random), after]);
    case 4:
      return Buffer.concat([before, someBytes(random), after.subarray(length)]);
    case 5: {
      // Two lines change places.
      const lines = body.toString('latin1').split('\n');
      const [a, b] = [random.below(lines.length), random.below(lines.length)];
      const [one, other] = [lines[a] ?? '', lines[b] ?? ''];
      lines[a] = other;
      lines[b] = one;
      return Buffer.from(lines.join('\n'), 'latin1');
    }
    case 6: {
      const other = random.pick(cases).body;
      return Buffer.concat([before, other.subarray(random.below(other.length + 1))]);
    }
    default:
      return Buffer.concat([before, Buffer.from(random.pick(insertions)), after]);
  }
}

function someBytes(random: SeededRandom): Buffer {
  return Buffer.from(Array.from({ length: 1 + random.below(8) }, () => random.below(256)));
}

/** The body in up to a dozen pieces. */
export function cutSomewhere(random: SeededRandom, body: Buffer): Buffer[] {
  const offsets = Array.from({ length: random.below(12) }, () => random.below(body.length + 1));
  return cut(
    body,
    [...new Set(offsets)].sort((a, b) => a - b),
  );
}
