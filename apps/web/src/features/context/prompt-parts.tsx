// A list of named texts with their tokens, of which one is open at a time: the sections and messages of a prompt.
import { useState } from 'react';
import { Fold } from '../../ui/fold.tsx';

export type Part = { key: string; name: string; text: string; tokens: string };

export function PromptParts({ title, parts }: { title: string; parts: readonly Part[] }) {
  const [open, setOpen] = useState<string | null>(null);
  if (parts.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted text-xs">{title}</h3>
      <ul>
        {parts.map(({ key, name, text, tokens }) => (
          <li key={key} data-prompt-part={key}>
            <Fold
              open={open === key}
              onToggle={() => setOpen(open === key ? null : key)}
              head={
                <>
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="shrink-0 text-muted text-xs tabular-nums">{tokens}</span>
                </>
              }
            >
              {() => (
                <pre className="mb-2 max-h-80 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-ink/4 p-2.5 font-mono text-xs">
                  {text}
                </pre>
              )}
            </Fold>
          </li>
        ))}
      </ul>
    </section>
  );
}
