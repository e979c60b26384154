// Some neighbouring items. Far away they are one box, with the words of all of them.
import { memo } from 'react';
import { ConversationItem, FarItem, type ItemContext } from './conversation-item.tsx';
import { heightOf } from './item-heights.ts';
import type { Nearness } from './nearness.ts';
import { type Item, textOf } from './to-items.ts';
import { Windowed } from './windowed.tsx';

/** Between items, in pixels: `space-y-7`. */
const gap = 28;
/** The newest items are rendered wherever the reader is, so that coming back to the end shows it at once. */
const pinnedAtEnd = 2;

type ChunkProps = {
  items: readonly Item[];
  /** How many items come after them. */
  behind: number;
  /** The keys of items that are rendered from the beginning. */
  atFirst: ReadonlySet<string>;
  context: ItemContext;
  /** Of chunks, and of items in them. */
  chunks: Nearness;
  each: Nearness;
};

export const ConversationChunk = memo(
  ({ items, behind, atFirst, context, chunks, each }: ChunkProps) => (
    <Windowed
      nearness={chunks}
      startsNear={items.some(({ key }) => atFirst.has(key))}
      pinned={behind < pinnedAtEnd}
      room={() => roomOf(items)}
      onHeight={() => {}}
      far={() => items.map((item) => <FarItem key={item.key} item={item} />)}
      className="min-w-0 space-y-7"
    >
      {items.map((item, index) => {
        const fromEnd = items.length - 1 - index + behind;
        return (
          <ConversationItem
            key={item.key}
            item={item}
            isLast={fromEnd === 0}
            startsNear={atFirst.has(item.key)}
            pinned={fromEnd < pinnedAtEnd}
            context={context}
            nearness={each}
          />
        );
      })}
    </Windowed>
  ),
  (before, after) =>
    before.context === after.context &&
    Math.min(before.behind, pinnedAtEnd) === Math.min(after.behind, pinnedAtEnd) &&
    before.items.length === after.items.length &&
    before.items.every((item, index) => item === after.items[index]),
);

function roomOf(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + heightOf(item.key, textOf(item)), gap * (items.length - 1));
}
