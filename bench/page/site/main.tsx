// One renderer of Markdown, chosen by `?kind=`, that is given a text piece by piece, one piece in each frame.
import { type ComponentType, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import { Markdown, preloadMarkdown } from '../../../apps/web/src/features/markdown/markdown.tsx';
import { startWords } from '../../../apps/web/src/i18n/i18n.ts';
import '../../../apps/web/src/styles/index.css';

type Shown = { text: string; live: boolean };

const kinds: Record<string, ComponentType<Shown>> = {
  ours: ({ text, live }) => <Markdown text={text} live={live} />,
  streamdown: ({ text, live }) => (
    <Streamdown mode="streaming" isAnimating={live}>
      {text}
    </Streamdown>
  ),
  'react-markdown': ({ text }) => <ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>,
};

let show: (shown: Shown) => void = () => {};

function Stage({ Kind }: { Kind: ComponentType<Shown> }) {
  const [shown, setShown] = useState<Shown>({ text: '', live: true });
  useEffect(() => {
    show = setShown;
  }, []);
  return <Kind {...shown} />;
}

/** As a chat does, the page stays at the end. */
const toEnd = () => document.scrollingElement?.scrollTo(0, 1e9);

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when the whole text is on the page. */
async function stream(text: string, piece: number): Promise<number> {
  for (let end = piece; end < text.length; end += piece) {
    show({ text: text.slice(0, end), live: true });
    await nextFrame();
    toEnd();
  }
  show({ text, live: false });
  for (let n = 0; n < 5; n += 1) await nextFrame();
  return (document.body.textContent ?? '').length;
}

/** Once with a short text, so that what is loaded on demand is there. */
async function prepare(): Promise<void> {
  await startWords('en');
  preloadMarkdown();
  const root = document.getElementById('root');
  const Kind = kinds[new URLSearchParams(location.search).get('kind') ?? ''];
  if (!root || !Kind) throw new Error('There is no such renderer.');
  createRoot(root).render(<Stage Kind={Kind} />);
  for (let n = 0; n < 5; n += 1) await nextFrame();
  await stream('# Words\n\n```ts\nconst a = 1;\n```\n\n| a |\n|---|\n| b |\n', 8);
  await new Promise((resolve) => setTimeout(resolve, 500));
  show({ text: '', live: true });
  await nextFrame();
}

Object.assign(window, { bench: { prepare, stream } });
