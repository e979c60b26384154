// A code block: its language, a button that copies it, its lines. Colours come later and from another chunk; a block
// that still grows stays plain, so that a stream costs no highlighting.
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ScrollPre } from '../../ui/scroll-pre.tsx';
import { useHighlight } from './use-highlight.ts';

export function CodeBlock(props: { language: string; text: string; live: boolean }) {
  const coloured = useHighlight(props.text, props.language, !props.live);
  return (
    <CodeFrame label={props.language} copy={props.text}>
      {coloured ?? props.text}
    </CodeFrame>
  );
}

type CodeFrameProps = {
  /** Shown as it is: a language's own name. */
  label: string;
  copy: string;
  /** Beside the button that copies. */
  aside?: ReactNode;
  /** What is to be said about it. */
  note?: string;
  children: ReactNode;
};

export function CodeFrame(props: CodeFrameProps) {
  return (
    <div dir="ltr" className="overflow-hidden rounded-md border border-line bg-sunken">
      <div className="flex h-9 items-center justify-between pr-1 pl-3.5 text-muted text-xs">
        <span className="font-mono">{props.label}</span>
        <span className="flex items-center">
          {props.aside}
          <CopyButton text={props.copy} />
        </span>
      </div>
      <ScrollPre className="overflow-x-auto px-3.5 pb-3 font-mono text-code">
        <code>{props.children}</code>
      </ScrollPre>
      {props.note && <p className="border-line border-t px-3.5 py-1.5 text-muted text-xs">{props.note}</p>}
    </div>
  );
}
