// Takes a `<think>` block at the very start of the content out of the text and into the reasoning. A tag anywhere
// else is text. The tags may be cut anywhere, so the few characters that might become one are held back.

export type ThinkSplitter = {
  /** Gives the pieces in order to the sink; a piece is never empty. */
  push(content: string): void;
  /** What was held back is what it looks like: no tag came of it. */
  end(): void;
};

type Sink = (type: 'text' | 'reasoning', piece: string) => void;

const openTag = '<think>';
const closeTag = '</think>';

export function createThinkSplitter(sink: Sink): ThinkSplitter {
  let state: 'start' | 'inside' | 'text' = 'start';
  let held = '';

  function give(type: 'text' | 'reasoning', piece: string): void {
    if (piece !== '') sink(type, piece);
  }

  function atStart(content: string): void {
    const body = content.trimStart();
    give('text', content.slice(0, content.length - body.length));
    if (body.length < openTag.length && openTag.startsWith(body)) {
      held = body;
    } else if (body.startsWith(openTag)) {
      state = 'inside';
      inside(body.slice(openTag.length));
    } else {
      state = 'text';
      give('text', body);
    }
  }

  function inside(content: string): void {
    const end = content.indexOf(closeTag);
    const safe = end >= 0 ? end : content.length - overlap(content);
    give('reasoning', content.slice(0, safe));
    if (end >= 0) {
      state = 'text';
      give('text', content.slice(end + closeTag.length));
    } else held = content.slice(safe);
  }

  return {
    push(content) {
      if (content === '') return;
      const all = held + content;
      held = '';
      if (state === 'text') give('text', all);
      else if (state === 'inside') inside(all);
      else atStart(all);
    },
    end() {
      give(state === 'inside' ? 'reasoning' : 'text', held);
      held = '';
    },
  };
}

/** How much of the end of `content` may be the beginning of the closing tag. */
function overlap(content: string): number {
  for (let length = Math.min(closeTag.length - 1, content.length); length > 0; length -= 1)
    if (closeTag.startsWith(content.slice(-length))) return length;
  return 0;
}
