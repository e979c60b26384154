// The text of a file: its lines numbered, its colours by the ending of its name. Signs that would hide what it says, or
// turn its direction round, stand as their codes; what is copied is the file's own.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHighlight } from '../markdown/use-highlight.ts';

const hiding = /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function toShownText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(hiding, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** What the colours know a language by: an ending, or a name that has none. */
export function toLanguage(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
}

/** As editors count: a line break at the end begins no other line. */
export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

export function FileText({ path, text }: { path: string; text: string }) {
  const { t } = useTranslation();
  const shown = useMemo(() => toShownText(text), [text]);
  const coloured = useHighlight(shown, toLanguage(path), true);
  const numbers = useMemo(
    () => Array.from({ length: countLines(shown) }, (_, index) => index + 1).join('\n'),
    [shown],
  );
  if (text === '') return <p className="text-muted text-sm">{t('files.empty')}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={path}
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="min-h-40 flex-1 overflow-auto rounded-md border border-line bg-sunken font-mono text-code"
    >
      <div className="flex min-w-max py-2">
        <pre
          aria-hidden
          className="sticky left-0 select-none border-line border-r bg-sunken px-2 text-right text-muted"
        >
          {numbers}
        </pre>
        <pre className="px-3" data-file-text>
          <code>{coloured ?? shown}</code>
        </pre>
      </div>
    </div>
  );
}
