// Reads mutated streams, each from a seed of its own, and says which of them the client got wrong: thrown anything,
// broken a promise of every stream, read the same bytes differently, or taken a broken stream for a whole one.
import { isDeepStrictEqual } from 'node:util';
import { ModelErrorKind } from '@slipstream/protocol';
import { loadCases, type ProviderCase } from './cases.ts';
import { judgeEvents } from './find-break.ts';
import { findFault } from './find-fault.ts';
import { cutSomewhere, mutateStream } from './mutate-stream.ts';
import { createSeededRandom } from './random.ts';
import { readBytes } from './read-bytes.ts';

/** Longer ones say nothing more and take all the time. */
const [first, ...others] = loadCases().filter(({ body }) => body.length < 20_000);
if (!first) throw new Error('There are no cases to start from.');
export const fuzzCases: readonly [ProviderCase, ...ProviderCase[]] = [first, ...others];

export type FuzzOutcome = {
  seed: number;
  body: Buffer;
  /** `not judged`: no stream of events, so nobody can say by simpler means whether it is whole. */
  judged: ReturnType<typeof judgeEvents> | 'not judged';
  failed: ModelErrorKind | undefined;
  fault: string | undefined;
};

export function fuzzOnce(seed: number): FuzzOutcome {
  const random = createSeededRandom(seed);
  const body = mutateStream(random, fuzzCases);
  const judged = judge(body.toString('utf8'));
  const outcome = { seed, body, judged, failed: undefined };
  try {
    const { answer, chunks } = readBytes([body]);
    const kind = answer.failure?.kind;
    return { ...outcome, failed: kind, fault: findFault(chunks, answer) ?? compare() };

    function compare(): string | undefined {
      const pieces = readBytes(cutSomewhere(random, body));
      const broken = findFault(pieces.chunks, pieces.answer);
      if (broken) return `cut: ${broken}`;
      if (!isDeepStrictEqual(pieces.answer, answer)) return 'cutting changes the answer';
      if (!isDeepStrictEqual(readBytes([theLongWay(body)]).answer, answer))
        return 'the short way is another way';
      if (kind !== undefined && !ModelErrorKind.safeParse(kind).success)
        return `an error of no kind: ${kind}`;
      const isWhole = judged === 'whole' || judged === 'not judged';
      return isWhole || answer.finish === 'error' ? undefined : `${judged}, and finish is ${answer.finish}`;
    }
  } catch (error) {
    return { ...outcome, fault: `threw ${String(error)}` };
  }
}

function judge(text: string): FuzzOutcome['judged'] {
  return /^\ufeff?(?:data|event|id|retry|:)/.test(text) ? judgeEvents(text) : 'not judged';
}

/** The same lines in a spelling that is never read by comparing it with the line before. */
function theLongWay(body: Buffer): Buffer {
  return Buffer.from(body.toString('latin1').replace(/(^|[\r\n])data: (?! )/g, '$1data:'), 'latin1');
}
