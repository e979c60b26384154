// Every key that the page takes, in one table: what listens and the list of keys both read it, so that neither can say
// something else than the other. `mod` is Cmd on Apple's machines and Ctrl elsewhere; both count everywhere.

export type Stroke = { key: string; mod?: boolean; shift?: boolean };

export type KeyName =
  | 'palette'
  | 'newChat'
  | 'list'
  | 'write'
  | 'keys'
  | 'stop'
  | 'send'
  | 'line'
  | 'now'
  | 'editLast'
  | 'commands'
  | 'files'
  | 'choose'
  | 'complete'
  | 'move'
  | 'close';

export type KeyPlace = 'anywhere' | 'composer' | 'choices';

/** What they do can be done where one can only look. */
export const readingKeys: ReadonlySet<KeyName> = new Set<KeyName>([
  'palette',
  'list',
  'keys',
  'move',
  'choose',
  'close',
]);

type Binding = { name: KeyName; place: KeyPlace; strokes: readonly Stroke[] };

/** In the order of the list. A place without a modifier among `anywhere` counts only outside text fields. */
export const keyTable: readonly Binding[] = [
  { name: 'palette', place: 'anywhere', strokes: [{ key: 'k', mod: true }] },
  { name: 'newChat', place: 'anywhere', strokes: [{ key: 'o', mod: true, shift: true }] },
  { name: 'list', place: 'anywhere', strokes: [{ key: 'b', mod: true }] },
  { name: 'write', place: 'anywhere', strokes: [{ key: '/' }] },
  { name: 'keys', place: 'anywhere', strokes: [{ key: '?' }] },
  { name: 'stop', place: 'anywhere', strokes: [{ key: 'Escape' }] },
  { name: 'send', place: 'composer', strokes: [{ key: 'Enter' }] },
  { name: 'now', place: 'composer', strokes: [{ key: 'Enter', mod: true }] },
  { name: 'line', place: 'composer', strokes: [{ key: 'Enter', shift: true }] },
  { name: 'editLast', place: 'composer', strokes: [{ key: 'ArrowUp' }] },
  { name: 'commands', place: 'composer', strokes: [{ key: '/' }] },
  { name: 'files', place: 'composer', strokes: [{ key: '@' }] },
  { name: 'move', place: 'choices', strokes: [{ key: 'ArrowUp' }, { key: 'ArrowDown' }] },
  { name: 'choose', place: 'choices', strokes: [{ key: 'Enter' }] },
  { name: 'complete', place: 'choices', strokes: [{ key: 'Tab' }] },
  { name: 'close', place: 'choices', strokes: [{ key: 'Escape' }] },
];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether the event is one of the strokes of that name. */
export function isKey(event: Pressed, name: KeyName): boolean {
  const strokes = keyTable.find((binding) => binding.name === name)?.strokes ?? [];
  return strokes.some((stroke) => fits(event, stroke));
}

function fits(event: Pressed, { key, mod = false, shift = false }: Stroke): boolean {
  if (event.altKey || (event.ctrlKey || event.metaKey) !== mod) return false;
  // A sign like `?` is what the keyboard makes of it: which keys that takes differs from country to country.
  const isSign = /^[^\p{L}\p{N}]$/u.test(key);
  if (!isSign && event.shiftKey !== shift) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
const signs: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** The caps to press, as this machine names them. */
export function toCaps({ key, mod, shift }: Stroke, apple = isApple()): string[] {
  return [
    ...(mod ? [apple ? '⌘' : 'Ctrl'] : []),
    ...(shift ? [apple ? '⇧' : 'Shift'] : []),
    signs[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

/** The same in one word, for hints: `Ctrl+Enter`. */
export function capsOf(name: KeyName): string {
  const stroke = keyTable.find((binding) => binding.name === name)?.strokes[0];
  if (!stroke) return '';
  const apple = isApple();
  return toCaps(stroke, apple).join(apple ? '' : '+');
}
