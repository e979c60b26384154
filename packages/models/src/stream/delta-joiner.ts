// Collects what one network read gave into as few chunks as possible: neighbouring deltas of one kind become one. A
// character whose two surrogate halves come apart is held back until it is whole, so no chunk holds half of one. Pieces
// are joined once per read, not one by one: this runs for every token.
import { createGatheredText, type ModelChunk } from '@slipstream/agent';

type TextKind = 'text' | 'reasoning';

export type DeltaJoiner = {
  add(kind: TextKind, text: string): void;
  addCall(preview: { id: string; name: string; text: string }): void;
  /** The chunks since the last call. */
  take(): ModelChunk[];
  /** Gives up halves that were held back: their other half never came. */
  end(): void;
  /** Whether anything was added, and all of one kind, without what is held back. */
  any(): boolean;
  all(kind: TextKind): string;
};

export function createDeltaJoiner(): DeltaJoiner {
  let chunks: ModelChunk[] = [];
  let kindNow: TextKind = 'text';
  let pieces: string[] = [];
  let any = false;
  const held: Record<TextKind, string> = { text: '', reasoning: '' };
  const all = { text: createGatheredText(), reasoning: createGatheredText() };

  function append(kind: TextKind, text: string): void {
    if (text === '') return;
    if (kind !== kindNow) {
      flush();
      kindNow = kind;
    }
    pieces.push(text);
  }

  function flush(): void {
    if (pieces.length === 0) return;
    const text = pieces.join('');
    pieces = [];
    all[kindNow].add(text);
    chunks.push({ type: kindNow, text });
  }

  return {
    add(kind, text) {
      any ||= text !== '';
      if (held[kind] === '' && !isHighSurrogate(text.charCodeAt(text.length - 1))) {
        append(kind, text);
        return;
      }
      const whole = held[kind] + text;
      const cut = isHighSurrogate(whole.charCodeAt(whole.length - 1)) ? whole.length - 1 : whole.length;
      held[kind] = whole.slice(cut);
      append(kind, whole.slice(0, cut));
    },
    addCall({ id, name, text }) {
      flush();
      chunks.push({ type: 'tool_call', id, name, text });
    },
    take() {
      flush();
      const taken = chunks;
      chunks = [];
      return taken;
    },
    end() {
      for (const kind of ['reasoning', 'text'] as const) {
        append(kind, held[kind]);
        held[kind] = '';
      }
    },
    any: () => any,
    all(kind) {
      flush();
      return all[kind].text();
    },
  };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
