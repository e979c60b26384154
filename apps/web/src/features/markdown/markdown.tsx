// Markdown that may still be growing. Blocks that are finished keep their element and are never parsed again; only the
// last one is, once per paint. The parser is loaded on demand; until it is there, and if it never comes, the text
// stands as it is. What a model writes is never HTML.
import { memo, useState, useSyncExternalStore } from 'react';
import { OrElse } from '../../ui/or-else.tsx';
import { closeCut, closeTail } from './close-tail.ts';
import { growCut, nothingCut, type Pieces, toPieces } from './cut-pieces.ts';
import { isTangled } from './is-tangled.ts';
import type * as Parsers from './parsers.ts';
import { PlainBlock } from './plain-block.tsx';
import { type Blocks, growBlocks, noBlocks } from './split-blocks.ts';

type Parser = typeof Parsers;

/** Null until it is there. A lazy component would be shown no sooner than React lets one fallback follow another. */
let parser: Parser | null = null;
let loading: Promise<void> | null = null;
const waiting = new Set<() => void>();

const importParser = (): Promise<Parser> => import('./parsers.ts');

/** Fetches the parser ahead of the first answer. Where it cannot be had, the next block that is shown tries again. */
export function preloadMarkdown(): Promise<void> {
  loading ??= importParser()
    .catch(() => importParser())
    .then(
      (loaded) => {
        parser = loaded;
        for (const tell of [...waiting]) tell();
      },
      () => {
        loading = null;
      },
    );
  return loading;
}

function onParser(tell: () => void): () => void {
  if (parser) return () => {};
  void preloadMarkdown();
  waiting.add(tell);
  return () => waiting.delete(tell);
}

type BlockProps = {
  text: string;
  /** Of the links in it; empty where it has none. */
  definitions: string;
  live: boolean;
  /** It ends in the middle, for good. */
  cutOff: boolean;
};

/** What cannot be parsed, or breaks what shows it, stands as it was written, and all around it stays as it is. */
const Block = memo(({ text, definitions, live, cutOff }: BlockProps) => {
  const parsers = useSyncExternalStore(onParser, () => parser);
  const [cut] = useState(createCutter);
  const plain = <PlainBlock text={text} live={live} />;
  if (!parsers) return plain;
  const { ParsedBlock, PiecedBlock } = parsers;
  const pieces = cut(text, live);
  const unsure = pieces?.last ?? text;
  if (pieces?.tangled || isTangled(unsure)) return plain;
  const shown = toShown(unsure, live, cutOff);
  const links = definitions === '' ? '' : `\n\n${definitions}`;
  return (
    <OrElse fallback={plain} about={text}>
      {pieces ? (
        <PiecedBlock pieces={pieces} last={shown} links={links} live={live} />
      ) : (
        <ParsedBlock text={shown + links} live={live} />
      )}
    </OrElse>
  );
});

function toShown(text: string, live: boolean, cutOff: boolean): string {
  if (live) return closeTail(text);
  return cutOff ? closeCut(text) : text;
}

function createCutter(): (text: string, live: boolean) => Pieces | null {
  let kept = nothingCut;
  return (text, live) => {
    kept = growCut(kept, text);
    return toPieces(kept, live);
  };
}

function createGrower(): (text: string) => Blocks {
  let kept = noBlocks;
  return (text) => {
    kept = growBlocks(kept, text);
    return kept;
  };
}

/** So many blocks are compared as one while a text grows. */
const groupSize = 16;

type GroupProps = {
  blocks: readonly string[];
  definitions: string;
  /** Its last block may still change. */
  growing: boolean;
  /** Its last block ends in the middle. */
  cutOff: boolean;
};

const Group = memo(
  ({ blocks, definitions, growing, cutOff }: GroupProps) => (
    <div className="group-of-blocks">
      {blocks.map((block, index) => {
        const last = index === blocks.length - 1;
        const links = block.includes('[') ? definitions : '';
        const props = { text: block, definitions: links, live: growing && last, cutOff: cutOff && last };
        // Blocks are only ever added at the end, so their place is their identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        return <Block key={index} {...props} />;
      })}
    </div>
  ),
  (before, after) =>
    before.growing === after.growing &&
    before.cutOff === after.cutOff &&
    before.definitions === after.definitions &&
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => block === after.blocks[index]),
);

type MarkdownProps = {
  text: string;
  /** More may follow, so a half-written ending is shown as if it were whole. */
  live?: boolean;
  /** More was to follow and will not: an item that was only begun is not shown. */
  cutOff?: boolean;
  className?: string;
};

export const Markdown = memo(({ text, live = false, cutOff = false, className = '' }: MarkdownProps) => {
  const [grow] = useState(createGrower);
  const { blocks, definitions } = grow(text);
  const groups = Math.ceil(blocks.length / groupSize);
  return (
    <div className={`prose ${live ? 'growing ' : ''}${className}`}>
      {Array.from({ length: groups }, (_, index) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: as for blocks
          key={index}
          blocks={blocks.slice(index * groupSize, (index + 1) * groupSize)}
          definitions={definitions}
          growing={live && index === groups - 1}
          cutOff={cutOff && index === groups - 1}
        />
      ))}
    </div>
  );
});
