// Output of a command with its colours, as the page's own: what a terminal calls red is the page's red in both themes.
import anser from 'anser';
import clsx from 'clsx';
import { useMemo } from 'react';
import { ScrollPre } from '../../ui/scroll-pre.tsx';
import { toColouredText } from './terminal-text.ts';

const tones: Readonly<Record<string, string>> = {
  red: 'text-bad',
  green: 'text-good',
  yellow: 'text-wait',
  blue: 'text-accent',
  cyan: 'text-accent',
  magenta: 'text-accent-strong',
  black: 'text-muted',
};

export function TerminalOutput({ text }: { text: string }) {
  const parts = useMemo(
    () => anser.ansiToJson(toColouredText(text), { use_classes: true, remove_empty: true }),
    [text],
  );
  return (
    <ScrollPre className="max-h-80 overflow-auto whitespace-pre-wrap break-words px-3 py-2 pr-20 font-mono text-code">
      {parts.map(({ content, fg, decorations }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          key={index}
          className={clsx(
            tones[fg?.replace(/^ansi-(?:bright-)?/, '') ?? ''],
            decorations.includes('bold') && 'font-semibold',
            decorations.includes('dim') && 'opacity-70',
            decorations.includes('italic') && 'italic',
            decorations.includes('underline') && 'underline',
          )}
        >
          {content}
        </span>
      ))}
    </ScrollPre>
  );
}
