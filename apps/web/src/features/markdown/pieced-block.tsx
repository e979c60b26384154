// A list or a table of many pieces as one element: each piece is parsed once, apart, and only its items are taken.
import { memo, useMemo } from 'react';
import type { Pieces } from './cut-pieces.ts';
import { componentsOf } from './parsed-block.tsx';
import { toParts } from './to-elements.ts';

type PieceProps = { text: string; links: string; kind: Pieces['kind']; live: boolean };

const Piece = memo(({ text, links, kind, live }: PieceProps) =>
  useMemo(() => toParts(text + links, kind, componentsOf(live)).items, [text, links, kind, live]),
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
  const { kind, done } = pieces;
  const first = done[0] ?? last;
  const around = useMemo(
    () => toParts(first + links, kind, componentsOf(false)).around,
    [first, links, kind],
  );
  const all = [...done, last];
  const items = all.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added at the end, so their place is their identity
    <Piece key={index} text={text} links={links} kind={kind} live={live && index === done.length} />
  ));
  return (
    <div className="block" dir="auto">
      {around(items)}
    </div>
  );
}
