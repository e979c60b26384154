// A Mermaid diagram, loaded as a chunk of its own when the first one is whole. It is shown as a picture: what stands in a
// picture can neither run, nor load anything, nor be pressed, whatever a model wrote. What is no diagram stands as text.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CodeFrame } from './code-block.tsx';
import { type Drawing, drawDiagram } from './draw-diagram.ts';

const language = 'mermaid';

export function Diagram({ text }: { text: string }) {
  const { t } = useTranslation();
  const [drawing, setDrawing] = useState<Drawing | 'failed' | null>(null);
  const [asText, setAsText] = useState(false);
  const dark = useDarkPage();
  useEffect(() => {
    let gone = false;
    let url: string | null = null;
    drawDiagram(text, dark).then(
      (drawn) => {
        url = drawn.url;
        if (gone) URL.revokeObjectURL(url);
        else setDrawing(drawn);
      },
      () => !gone && setDrawing('failed'),
    );
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [text, dark]);
  if (drawing === null || drawing === 'failed')
    return (
      <CodeFrame label={language} copy={text} note={drawing === 'failed' ? t('markdown.noDiagram') : ''}>
        {text}
      </CodeFrame>
    );
  const toggle = (
    <Button
      look="quiet"
      className="min-h-7 px-2 text-xs"
      aria-pressed={asText}
      onClick={() => setAsText(!asText)}
    >
      {t('markdown.diagramSource')}
    </Button>
  );
  if (asText)
    return (
      <CodeFrame label={language} copy={text} aside={toggle}>
        {text}
      </CodeFrame>
    );
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-raised">
      <div className="flex h-9 items-center justify-between pr-1 pl-3.5 text-muted text-xs">
        <span className="font-mono">{language}</span>
        {toggle}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <div className="overflow-x-auto px-3.5 pb-3" tabIndex={0}>
        <img
          src={drawing.url}
          width={drawing.width}
          height={drawing.height}
          alt={t('markdown.diagram', { words: drawing.words })}
          className="mx-auto h-auto max-w-full"
        />
      </div>
    </figure>
  );
}

function isDarkPage(): boolean {
  return document.documentElement.dataset['theme'] === 'dark';
}

function useDarkPage(): boolean {
  const [dark, setDark] = useState(isDarkPage);
  useEffect(() => {
    const observer = new MutationObserver(() => setDark(isDarkPage()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return dark;
}
