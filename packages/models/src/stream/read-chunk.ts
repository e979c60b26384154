// One JSON value of the stream, read into what the answer is built of. Here live the shapes a chunk may have: delta
// or whole message, choices missing or empty, errors in any of the places where they are put. No state.
import type { Usage } from '@slipstream/protocol';
import { findError } from './find-error.ts';
import { toFinishMeaning } from './finish-words.ts';
import { toObject, toObjects, toText } from './json.ts';
import { type Content, readContent } from './read-content.ts';
import { type CallFragment, readFragments } from './read-fragments.ts';
import { readUsage } from './read-usage.ts';

/** `whole`: it came as a message, which repeats what deltas brought before it. */
export type Piece = Content & { whole: boolean; fragments: readonly CallFragment[] };

export type Chunk = {
  pieces: readonly Piece[];
  /** The provider's words for the end, in the order in which they came. */
  finishWords: readonly string[];
  usage: Usage | undefined;
  /** The error that it reports, as it came. */
  error: unknown;
  /** A field that providers want back was seen. */
  namesReasoningContent: boolean;
};

const nothing: Chunk = {
  pieces: [],
  finishWords: [],
  usage: undefined,
  error: undefined,
  namesReasoningContent: false,
};

/** `undefined` for a value that cannot be a chunk of an answer. */
export function readChunk(value: unknown, event: string): Chunk | undefined {
  if (value === null) return nothing;
  const chunk = toObject(value);
  if (!chunk) return event === 'error' ? { ...nothing, error: value } : undefined;
  const pieces: Piece[] = [];
  const finishWords: string[] = [];
  let namesReasoningContent = false;
  // Only one answer is ever asked for, so several choices are parts of it.
  const choices = toObjects(chunk['choices']);
  for (const choice of choices) {
    const delta = toObject(choice['delta']);
    const source = delta ?? toObject(choice['message']);
    if (source) {
      const { text, reasoning } = readContent(source);
      pieces.push({ text, reasoning, whole: !delta, fragments: readFragments(source) });
      namesReasoningContent ||= toText(source['reasoning_content']) !== '';
    }
    const word = toText(choice['finish_reason']);
    if (word !== '') finishWords.push(word.toLowerCase());
    // The inner word only tells failures; it is no end by itself.
    const inner = toText(choice['native_finish_reason']);
    if (inner !== '' && toFinishMeaning(inner.toLowerCase()) === 'error')
      finishWords.push(inner.toLowerCase());
  }
  return {
    pieces,
    finishWords,
    usage: readUsage(chunk, choices),
    error: findError(chunk, choices, event),
    namesReasoningContent,
  };
}
