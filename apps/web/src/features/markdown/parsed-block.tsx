// One block of Markdown as React elements, in its own chunk. Raw HTML stays text, images of others become links, and only
// addresses that `toSafeLink` lets through are linked: nothing here may load or run what a model wrote.
import { Image } from 'lucide-react';
import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from './code-block.tsx';
import { DiagramBlock } from './diagram-block.tsx';
import { toLinkPlace } from './link-place.ts';
import { toMathMarks } from './math-marks.ts';
import { Formula } from './maths-source.tsx';
import { toOwnImage, toSafeLink } from './safe-link.ts';
import { type Components, toElements } from './to-elements.ts';

export function ParsedBlock(props: { text: string; live: boolean }) {
  const components = componentsOf(props.live);
  const content = useMemo(
    () => toElements(toMathMarks(props.text, props.live), components),
    [props.text, props.live, components],
  );
  return (
    <div className="block" dir="auto">
      {content}
    </div>
  );
}

type TextNode = { value?: string; children?: readonly TextNode[] };
type LinkProps = ComponentProps<'a'> & {
  node?: TextNode | undefined;
  /** What stands for it, where that is no text of its own. */
  words?: string;
};

/** Where it leads is drawn by its style (`prose.css`): so it is neither copied nor part of what a model wrote. */
function SafeLink({ href, children, node, words }: LinkProps) {
  const target = toSafeLink(href);
  if (!target) return <span>{children}</span>;
  const { host, said } = toLinkPlace(target, words ?? textOf(node));
  return (
    <a
      href={target}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={target}
      data-said={said}
      data-host={host}
    >
      {children}
    </a>
  );
}

function textOf(node: TextNode | undefined): string {
  return node?.value ?? node?.children?.map(textOf).join('') ?? '';
}

function ImageLink({ src, alt }: ComponentProps<'img'>) {
  const { t } = useTranslation();
  const words = alt || t('markdown.image');
  const own = toOwnImage(typeof src === 'string' ? src : undefined);
  if (own) return <img src={own} alt={words} loading="lazy" className="max-h-96 max-w-full rounded-md" />;
  return (
    <SafeLink href={typeof src === 'string' ? src : undefined} words={words}>
      <Image className="mr-1 inline size-[1em] align-[-0.125em]" aria-hidden />
      {words}
    </SafeLink>
  );
}

function ScrollingTable({ children }: ComponentProps<'table'>) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and one region for each table is too many
    <div role="group" className="table-scroll" tabIndex={0} aria-label={t('markdown.table')}>
      <table>{children}</table>
    </div>
  );
}

function TaskMark({ checked }: ComponentProps<'input'>) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      checked={checked ?? false}
      disabled
      aria-label={t(checked ? 'markdown.done' : 'markdown.open')}
    />
  );
}

function InlineCode({ className, children }: ComponentProps<'code'>) {
  if (className?.includes('math-inline') && typeof children === 'string')
    return <Formula tex={children} display={false} />;
  return <code>{children}</code>;
}

type PreProps = ComponentProps<'pre'> & { node?: { children: readonly unknown[] } | undefined };
type CodeNode = { properties?: { className?: unknown }; children?: readonly { value?: string }[] };

function toCode(node: PreProps['node']) {
  const code = node?.children[0] as CodeNode | undefined;
  const names = code?.properties?.className;
  const all = Array.isArray(names) ? names.map(String) : [];
  const first = all[0] ?? '';
  const text = code?.children?.map((child) => child.value ?? '').join('') ?? '';
  const maths = all.includes('math-display');
  return { language: first.replace(/^language-/, ''), text: text.replace(/\n$/, ''), maths };
}

function componentsFor(live: boolean): Partial<Components> {
  return {
    a: SafeLink,
    img: ImageLink,
    table: ScrollingTable,
    input: TaskMark,
    pre({ node }: PreProps) {
      const { maths, ...code } = toCode(node);
      if (maths) return <Formula tex={code.text} display />;
      if (code.language === 'mermaid') return <DiagramBlock text={code.text} live={live} />;
      return <CodeBlock {...code} live={live} />;
    },
    code: InlineCode,
  };
}

/** The same object each time. */
export function componentsOf(live: boolean): Partial<Components> {
  return live ? liveComponents : finishedComponents;
}

const liveComponents = componentsFor(true);
const finishedComponents = componentsFor(false);
