// Counts the tokens of a text in pieces: a tokenizer's time grows faster than the length of a run without spaces, so
// that a megabyte of one letter would hold its thread for minutes.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const maxPiece = 2000;
/** Text may spell special tokens (`<|endoftext|>`); here they are text like any other. */
const asText = { disallowedSpecial: new Set<string>() };

/** Cut where there is a space near, the count of the pieces is that of the whole or a little above it. */
export function countInPieces(text: string): number {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const end = toPieceEnd(text, start);
    count += countTokens(text.slice(start, end), asText);
    start = end;
  }
  return count;
}

function toPieceEnd(text: string, start: number): number {
  const end = start + maxPiece;
  if (end >= text.length) return text.length;
  // A piece begins with its space, as tokens do.
  for (let at = end; at > end - 200; at -= 1) if (text[at] === ' ' || text[at] === '\n') return at;
  const code = text.charCodeAt(end);
  return code >= 0xdc00 && code <= 0xdfff ? end - 1 : end;
}
