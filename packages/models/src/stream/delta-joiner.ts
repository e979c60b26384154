// Collects what one network read gave into as few chunks as possible: neighbouring deltas of one kind become one. A
// character whose two surrogate halves come apart is held back until it is whole, so no chunk holds half of one.
import type { ModelChunk } from '@slipstream/agent';

type TextKind = 'text' | 'reasoning';

export type DeltaJoiner = {
  add(kind: TextKind, text: string): void;
  addCall(preview: { id: string; name: string; text: string }): void;
  /** The chunks since the last call. */
  take(): ModelChunk[];
  /** Gives up halves that were held back: their other half never came. */
  end(): void;
};

export function createDeltaJoiner(): DeltaJoiner {
  let chunks: ModelChunk[] = [];
  const held: Record<TextKind, string> = { text: '', reasoning: '' };

  function append(kind: TextKind, text: string): void {
    if (text === '') return;
    const last = chunks.at(-1);
    if (last?.type === kind) last.text += text;
    else chunks.push({ type: kind, text });
  }

  return {
    add(kind, text) {
      const whole = held[kind] + text;
      const cut = isHighSurrogate(whole.charCodeAt(whole.length - 1)) ? whole.length - 1 : whole.length;
      held[kind] = whole.slice(cut);
      append(kind, whole.slice(0, cut));
    },
    addCall({ id, name, text }) {
      chunks.push({ type: 'tool_call', id, name, text });
    },
    take() {
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
  };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
