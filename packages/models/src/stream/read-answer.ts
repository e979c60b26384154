// Builds one answer out of the bytes of a response body: the fold of everything in this folder. Synchronous and pure
// but for the ids it is given; it never throws, whatever the bytes are, and never takes a broken stream for a whole one.
import { createGatheredText, type ModelAnswer, type ModelChunk } from '@slipstream/agent';
import type { Usage } from '@slipstream/protocol';
import { classifyReport } from '../failure/classify-report.ts';
import { toPlainLine } from '../failure/plain-line.ts';
import type { Problem } from '../failure/problem.ts';
import { createCallAssembler } from './assemble-calls.ts';
import { createDeltaJoiner } from './delta-joiner.ts';
import { toFinishMeaning, worseFinish } from './finish-words.ts';
import { type Piece, readChunk } from './read-chunk.ts';
import { createFrameReader, type Frame } from './read-frames.ts';
import { createLineReader } from './read-lines.ts';
import { createThinkSplitter } from './split-think-tag.ts';
import { createUsualLine, type UsualKind } from './usual-line.ts';

/** Why no more bytes come: the body ended, the connection broke, or nothing came for too long. */
export type BodyEnd = 'ended' | 'broken' | 'idle';

export type AnswerReader = {
  push(bytes: Uint8Array): void;
  /** The chunks since the last call; none of them is the `end`. */
  take(): ModelChunk[];
  /** Nothing after this can change the answer: `[DONE]` came, or it failed. */
  settled(): boolean;
  /** The provider said that the answer is complete; counts and filters may follow. */
  complete(): boolean;
  /** Any text, reasoning or call came. */
  begun(): boolean;
  namesReasoningContent(): boolean;
  /** The whole answer, once; `take` then gives what was held back. */
  end(why: BodyEnd): { answer: Omit<ModelAnswer, 'failure'>; problem: Problem | undefined };
};

/** No honest line, and no honest answer, is as long as this; the memory of the process must not depend on it. */
const maxWaitingBytes = 32 * 1024 * 1024;
const maxAnswerBytes = 256 * 1024 * 1024;

export function createAnswerReader(newCallId: () => string): AnswerReader {
  const lines = createLineReader();
  const frames = createFrameReader(readFrame, createUsualLine(readUsual));
  const joiner = createDeltaJoiner();
  const assembler = createCallAssembler(newCallId);
  const think = createThinkSplitter(joiner.add);
  /** The content so far, think block and all. */
  const content = createGatheredText();
  let usage: Usage | undefined;
  let finish: ReturnType<typeof toFinishMeaning> | undefined;
  let problem: Problem | undefined;
  let done = false;
  let anyJson = false;
  let anyDelta = false;
  let namesReasoning = false;
  let bytesRead = 0;

  function readFrame(frame: Frame): void {
    if (done || problem) return;
    if (frame.type === 'done') done = true;
    else if (frame.type === 'error') problem = classifyReport(frame.words);
    else if (frame.type === 'garbage') readGarbage(frame.text);
    else if (Array.isArray(frame.value)) for (const value of frame.value) readJson(value, frame.event);
    else readJson(frame.value, frame.event);
  }

  function readJson(value: unknown, event: string): void {
    if (problem) return;
    const chunk = readChunk(value, event);
    if (!chunk) {
      readGarbage(JSON.stringify(value));
      return;
    }
    anyJson ||= value !== null;
    for (const piece of chunk.pieces) readPiece(piece);
    for (const word of chunk.finishWords) finish = worseFinish(finish, toFinishMeaning(word));
    usage = chunk.usage ?? usage;
    namesReasoning ||= chunk.namesReasoningContent;
    if (chunk.error !== undefined) problem = classifyReport(chunk.error);
  }

  /** A line that is nothing but one more piece. */
  function readUsual(kind: UsualKind, piece: string): void {
    if (done || problem || piece === '') return;
    anyDelta = true;
    if (kind === 'reasoning') joiner.add(kind, piece);
    else {
      content.add(piece);
      think.push(piece);
    }
  }

  function readPiece(piece: Piece): void {
    // A whole message after deltas repeats them; only what it has more of is new.
    const repeats = piece.whole && anyDelta;
    const fresh = repeats ? notYetSaid(piece.text) : piece.text;
    if (piece.reasoning !== '' && !repeats) joiner.add('reasoning', piece.reasoning);
    if (fresh !== '') {
      content.add(fresh);
      think.push(fresh);
    }
    if (!repeats || !assembler.any()) for (const fragment of piece.fragments) assembler.add(fragment);
    anyDelta ||= !piece.whole && (piece.text !== '' || piece.reasoning !== '' || piece.fragments.length > 0);
  }

  function notYetSaid(whole: string): string {
    const said = content.text();
    return whole.startsWith(said) ? whole.slice(said.length) : '';
  }

  /** After the end was announced a line that cannot be read takes nothing from the answer. */
  function readGarbage(line: string): void {
    if (finish === undefined) problem = malformed(line, true);
  }

  function judge(why: BodyEnd): Problem | undefined {
    if (problem) return problem;
    if (finish === 'error') return { kind: 'server', retryable: true, words: '', codes: [] };
    const calls = assembler.any() ? assembler.calls() : [];
    if (!done && finish === undefined) {
      if (why === 'idle') return { kind: 'timeout', retryable: true, words: '', codes: [] };
      const stray = frames.strayText();
      if (why === 'ended' && !anyJson && stray.trim() !== '') return malformed(stray, false);
      return { kind: 'stream_interrupted', retryable: true, words: '', codes: [] };
    }
    return calls.some((call) => call.name === '')
      ? malformed('A tool call came without the name of its tool.', true)
      : undefined;
  }

  return {
    push(bytes) {
      if (done || problem) return;
      bytesRead += bytes.length;
      frames.push(lines.push(bytes));
      if (lines.waiting() + frames.waiting() > maxWaitingBytes || bytesRead > maxAnswerBytes)
        problem ??= malformed('The answer is longer than any answer can be.', false);
    },
    take() {
      for (const preview of assembler.previews()) joiner.addCall(preview);
      return joiner.take();
    },
    settled: () => done || problem !== undefined,
    complete: () => done || finish !== undefined,
    begun: () => joiner.any() || assembler.any(),
    namesReasoningContent: () => namesReasoning,
    end(why) {
      if (!done && !problem) frames.end(lines.end());
      think.end();
      joiner.end();
      const failed = judge(why);
      const calls = assembler.calls();
      return {
        answer: {
          text: joiner.all('text'),
          reasoning: joiner.all('reasoning'),
          calls,
          finish: toFinish(failed, calls.length),
          usage: usage ?? null,
        },
        problem: failed,
      };
    },
  };

  function toFinish(failed: Problem | undefined, calls: number): ModelAnswer['finish'] {
    if (failed) return 'error';
    if (finish === 'length' || finish === 'content_filter') return finish;
    return calls > 0 ? 'tool_calls' : 'stop';
  }
}

function malformed(words: string, retryable: boolean): Problem {
  return { kind: 'malformed', retryable, words: toPlainLine(words).slice(0, 300), codes: [] };
}
