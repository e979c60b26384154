// Plays the parts of an answer as a Model does: batches of chunks, piece by piece at a pace, and the end. An abort
// ends any wait at once and rejects with the signal's reason; no timer is left.
import { type Clock, type ModelAnswer, type ModelChunk, type ModelRequest, sleep } from '@slipstream/agent';
import { charactersPerToken, estimateUsage } from './estimate-usage.ts';
import type { DemoPart } from './part.ts';

export type Pace = { clock: Clock; delayMs: number };

const argumentsPieceLength = 12;

export async function* playParts(
  parts: readonly DemoPart[],
  request: ModelRequest,
  { clock, delayMs }: Pace,
  nextCallId: () => string,
  signal: AbortSignal,
): AsyncGenerator<readonly ModelChunk[], void, void> {
  const answer: Pick<ModelAnswer, 'text' | 'reasoning' | 'calls'> = { text: '', reasoning: '', calls: [] };
  let room = request.maxOutputTokens * charactersPerToken;

  const pause = async (pace: number) => {
    signal.throwIfAborted();
    if (delayMs > 0) await sleep(clock, delayMs * pace, signal);
  };

  async function* playPieces(
    pieces: readonly string[],
    pace: number,
    toChunk: (text: string) => ModelChunk,
  ): AsyncGenerator<readonly ModelChunk[], void, void> {
    for (const text of pieces) {
      if (text.length > room) return;
      await pause(pace);
      room -= text.length;
      yield [toChunk(text)];
    }
  }

  let cut = false;
  for (const part of parts) {
    if (part.part === 'call') {
      const argsText = JSON.stringify(part.args);
      cut = argsText.length > room;
      if (cut) break;
      const { name, args } = part;
      const id = nextCallId();
      yield* playPieces(toArgumentPieces(argsText), 1, (text) => ({ type: 'tool_call', id, name, text }));
      answer.calls.push({ id, name, args, argsText });
      continue;
    }
    const type = part.part === 'say' ? 'text' : 'reasoning';
    const before = answer[type].length;
    yield* playPieces(part.pieces, part.pace, (text) => {
      answer[type] += text;
      return { type, text };
    });
    cut = answer[type].length - before < part.pieces.join('').length;
    if (cut) break;
  }
  signal.throwIfAborted();
  const finish = cut ? 'length' : answer.calls.length > 0 ? 'tool_calls' : 'stop';
  yield [
    { type: 'end', answer: { ...answer, finish, usage: estimateUsage(request, answer), failure: null } },
  ];
}

function toArgumentPieces(text: string): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += argumentsPieceLength)
    pieces.push(characters.slice(at, at + argumentsPieceLength).join(''));
  return pieces;
}
