// A tool's output in the form that shows it best. What needs a library is loaded when such an output is first opened;
// until then, and where that fails, the output stands as plain text.
import { lazy, Suspense } from 'react';
import { OrElse } from '../../ui/or-else.tsx';
import { ScrollPre } from '../../ui/scroll-pre.tsx';
import { Preview } from '../approvals/preview.tsx';
import { toOutputKind } from './output-kind.ts';
import { splitEnding } from './split-ending.ts';
import { toPlainText } from './terminal-text.ts';

const TerminalOutput = lazy(() =>
  import('./terminal-output.tsx').then((module) => ({ default: module.TerminalOutput })),
);
const JsonOutput = lazy(() => import('./json-output.tsx').then((module) => ({ default: module.JsonOutput })));

export function ToolOutput({ text }: { text: string }) {
  const { printed, ending } = splitEnding(text);
  const kind = toOutputKind(printed);
  const plain = (
    <ScrollPre className="max-h-80 overflow-auto whitespace-pre-wrap break-words px-3 py-2 pr-20 font-mono text-code">
      {toPlainText(text)}
    </ScrollPre>
  );
  if (kind === 'plain') return plain;
  if (kind === 'diff') return <Preview text={toPlainText(text)} />;
  return (
    <OrElse fallback={plain}>
      <Suspense fallback={plain}>
        {kind === 'terminal' ? <TerminalOutput text={text} /> : <JsonOutput text={printed} />}
        {kind === 'json' && ending && <p className="px-3 pb-2 font-mono text-code text-muted">{ending}</p>}
      </Suspense>
    </OrElse>
  );
}
