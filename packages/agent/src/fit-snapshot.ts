// Keeps a snapshot under 1 MiB, whatever the session holds. Messages and what waits have a share each; the view of the
// running turn is kept within bounds as it is made (event-previews.ts), and is thinned out here only where it still is
// too large: thousands of calls, or answers of hundreds of kilobytes. The last is the only way in which a reader sees
// less than another, and only until the turn is over.
import {
  jsonBytes,
  type Message,
  maxFrameBytes,
  previewText,
  type QueuedMessage,
  type SnapshotFrame,
  type TurnView,
  utf8Bytes,
} from '@slipstream/protocol';

const messagesBytes = 192 * 1024;
/** The newest message may be this large; a larger one is fetched like those before it. */
const newestBytes = 512 * 1024;
const queueBytes = 96 * 1024;

/** The newest of them that fit, as JSON. */
export function newestWithin(messages: readonly Message[]): Message[] {
  let bytes = 0;
  let from = messages.length;
  while (from > 0) {
    bytes += jsonBytes(messages[from - 1]);
    if (bytes > (from === messages.length ? newestBytes : messagesBytes)) break;
    from -= 1;
  }
  return messages.slice(from);
}

/** All that waits; where the texts are long together, the beginning of each with the size of the whole. */
export function shownQueue(queue: readonly QueuedMessage[]): QueuedMessage[] {
  const bytes = queue.reduce((sum, each) => sum + sizeOf(each).json, 0);
  if (bytes <= queueBytes) return [...queue];
  const most = Math.floor(queueBytes / queue.length / 2);
  return queue.map((each) => {
    const text = previewText(each.text, most);
    return text === each.text ? each : { ...each, text, bytes: sizeOf(each).text };
  });
}

type Size = { text: number; json: number };
/** The queue is told anew with each change, and its items do not change. */
const sizes = new WeakMap<QueuedMessage, Size>();

function sizeOf(each: QueuedMessage): Size {
  const known = sizes.get(each) ?? { text: utf8Bytes(each.text), json: jsonBytes(each.text) };
  sizes.set(each, known);
  return known;
}

export function fitSnapshot(frame: SnapshotFrame): SnapshotFrame {
  const { turn } = frame;
  if (!turn) return frame;
  const room = maxFrameBytes - jsonBytes({ ...frame, turn: null });
  return jsonBytes(turn) <= room ? frame : { ...frame, turn: thinned(turn, room) };
}

/** Longest text, and how many of the newest items of each list. The last of them is always small enough. */
const bounds = [
  { chars: 16_384, items: 400 },
  { chars: 4096, items: 200 },
  { chars: 1024, items: 100 },
  { chars: 256, items: 50 },
  { chars: 64, items: 10 },
  { chars: 64, items: 2 },
];

function thinned(turn: TurnView, room: number): TurnView {
  let thin = turn;
  for (const { chars, items } of bounds) {
    thin = thinDeep(turn, chars, items) as TurnView;
    if (jsonBytes(thin) <= room) break;
  }
  return thin;
}

function thinDeep(value: unknown, chars: number, items: number): unknown {
  if (typeof value === 'string') return value.length > chars ? value.slice(0, chars).toWellFormed() : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(-items).map((each) => thinDeep(each, chars, items));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, thinDeep(each, chars, items)]));
}
