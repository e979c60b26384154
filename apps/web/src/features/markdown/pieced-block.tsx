// A list or a table of many pieces as one element: each piece is parsed once, apart, and only its items are taken.
import { memo, useMemo, useState } from 'react';
import type { Pieces } from './cut-pieces.ts';
import { componentsOf } from './parsed-block.tsx';
import { type Part, toFrame, toItems, toPart } from './to-elements.ts';

type PieceProps = { part: Part; loose: boolean; live: boolean };

const Piece = memo(({ part, loose, live }: PieceProps) =>
  useMemo(() => toItems(part, loose, componentsOf(live)), [part, loose, live]),
);

type PiecedBlockProps = {
  pieces: Pieces;
  /** `pieces.last` as it is shown. */
  last: string;
  /** The definitions that links in it may use, after a blank line. */
  links: string;
  live: boolean;
};

/** Throws where a piece turns out to be something else. */
export function PiecedBlock({ pieces, last, links, live }: PiecedBlockProps) {
  const { kind, done, next } = pieces;
  const [partOf] = useState(createPartCache);
  const ready = done.map((text, index) => partOf(index, text, kind, next, links));
  const open = useMemo(() => toPart(last, kind, '', links), [last, kind, links]);
  const parts = [...ready, open];
  const first = parts[0] ?? open;
  const frame = useMemo(() => toFrame(first, componentsOf(false)), [first]);
  const loose = parts.some((part) => part.loose);
  const items = parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added at the end, so their place is their identity
    <Piece key={index} part={part} loose={loose} live={live && index === done.length} />
  ));
  return (
    <div className="block" dir="auto">
      {frame(items)}
    </div>
  );
}

/** Each piece that is done is parsed once for what it is and the links it may use. */
function createPartCache() {
  const kept: { text: string; links: string; part: Part }[] = [];
  return (index: number, text: string, kind: Pieces['kind'], next: string, links: string): Part => {
    const known = kept[index];
    if (known?.text === text && known.links === links) return known.part;
    const part = toPart(text, kind, next, links);
    kept[index] = { text, links, part };
    return part;
  };
}
