import { lazy, Suspense } from 'react';
import { OrElse } from '../../ui/or-else.tsx';
import { CodeBlock } from './code-block.tsx';

const Drawn = lazy(() => import('./diagram.tsx').then((module) => ({ default: module.Diagram })));

const language = 'mermaid';

/** A diagram as it was written: until it is whole and can be drawn, and where it cannot. */
export function DiagramBlock({ text, live }: { text: string; live: boolean }) {
  const source = <CodeBlock language={language} text={text} live={live} />;
  if (live) return source;
  return (
    <OrElse fallback={source}>
      <Suspense fallback={source}>
        <Drawn text={text} />
      </Suspense>
    </OrElse>
  );
}
