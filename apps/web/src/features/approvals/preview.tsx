import clsx from 'clsx';
import { ScrollPre } from '../../ui/scroll-pre.tsx';
import { useHighlight } from '../markdown/use-highlight.ts';

/** Before a command. */
const prompt = '$ ';

/** What a call will do, or did: a diff or a command in its colours, or text as it is. */
export function Preview({ text, className = 'max-h-80' }: { text: string; className?: string }) {
  const lines = text.replace(/\n$/, '').split('\n');
  const diff = isDiff(lines);
  const isCommand = !diff && text.startsWith(prompt);
  const command = useHighlight(text.slice(prompt.length), 'bash', isCommand);
  const coloured = command ? [prompt, command] : text;
  return (
    <ScrollPre className={clsx('overflow-auto rounded-md bg-sunken py-2 font-mono text-code', className)}>
      <code className={clsx('block', diff ? 'min-w-max' : 'whitespace-pre-wrap break-words px-3')}>
        {diff
          ? // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
            lines.map((line, index) => <DiffLine key={index} line={line} />)
          : coloured}
      </code>
    </ScrollPre>
  );
}

/** A unified diff has a hunk, or an old and a new name, before its first changed line. */
export function isDiff(lines: readonly string[]): boolean {
  return lines.some(
    (line, index) =>
      /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line) ||
      (line.startsWith('--- ') && (lines[index + 1] ?? '').startsWith('+++ ')),
  );
}

function DiffLine({ line }: { line: string }) {
  return <span className={clsx('block min-h-5 px-3', toneOf(line))}>{line === '' ? ' ' : line}</span>;
}

/** What tells of the change is quiet; what was added and removed has its colour. */
function toneOf(line: string): string {
  if (/^(?:--- |\+\+\+ |diff |index |@@|\\)/.test(line)) return 'text-muted';
  if (line.startsWith('+')) return 'bg-good-soft text-good';
  return line.startsWith('-') ? 'bg-bad-soft text-bad' : '';
}
