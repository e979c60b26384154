// Markdown that may still be growing. Blocks that are finished keep their element and are never parsed again; only the
// last one is, once per paint. The parser is loaded on demand; until it is there, and if it never comes, the text
// stands as it is. What a model writes is never HTML.
import { memo, useState, useSyncExternalStore } from 'react';
import { OrElse } from '../../ui/or-else.tsx';
import { closeTail } from './close-tail.ts';
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
};

/** What cannot be parsed, or breaks what shows it, stands as it was written, and all around it stays as it is. */
const Block = memo(({ text, definitions, live }: BlockProps) => {
  const parsers = useSyncExternalStore(onParser, () => parser);
  const [cut] = useState(createCutter);
  const plain = <PlainBlock text={text} live={live} />;
  if (!parsers) return plain;
  const { ParsedBlock, PiecedBlock } = parsers;
  const pieces = cut(text);
  const unsure = pieces?.last ?? text;
  if (pieces?.tangled || isTangled(unsure)) return plain;
  const shown = live ? closeTail(unsure) : unsure;
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

function createCutter(): (text: string) => Pieces | null {
  let kept = nothingCut;
  return (text) => {
    kept = growCut(kept, text);
    return toPieces(kept);
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

type GroupProps = { blocks: readonly string[]; definitions: string; growing: boolean };

/** `growing`: its last block may still change. */
const Group = memo(
  ({ blocks, definitions, growing }: GroupProps) => (
    <div className="group-of-blocks">
      {blocks.map((block, index) => {
        const live = growing && index === blocks.length - 1;
        const links = block.includes('[') ? definitions : '';
        // Blocks are only ever added at the end, so their place is their identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        return <Block key={index} text={block} definitions={links} live={live} />;
      })}
    </div>
  ),
  (before, after) =>
    before.growing === after.growing &&
    before.definitions === after.definitions &&
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => block === after.blocks[index]),
);

/** `live`: more may follow, so a half-written ending is shown as if it were whole. */
export const Markdown = memo((props: { text: string; live?: boolean; className?: string }) => {
  const { text, live = false, className = '' } = props;
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
        />
      ))}
    </div>
  );
});
