// GB18030 for writing. The platform only decodes it, so the table of the two-byte part is made by decoding every code
// once, when it is first needed; the four-byte part is arithmetic over what the two-byte part leaves out.

type Table = ReadonlyMap<number, number>;
let table: Table | undefined;

/** The bytes of the text; undefined where a character has no code (lone surrogates). */
export function encodeGb18030(text: string): Buffer | undefined {
  table ??= makeTable();
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) {
      bytes.push(point);
      continue;
    }
    const code = point > 0xffff ? supplementaryCode(point) : table.get(point);
    if (code === undefined) return undefined;
    for (const shift of code > 0xffff ? [24, 16, 8, 0] : [8, 0]) bytes.push((code >>> shift) & 0xff);
  }
  return Buffer.from(bytes);
}

/** Code points beyond the first plane follow each other from 90 30 81 30 on. */
function supplementaryCode(point: number): number {
  return fourByteCode(point - 0x10000, 0x90);
}

/** The `index`-th four-byte code, counted from `first` 30 81 30; as an unsigned 32-bit number. */
function fourByteCode(index: number, first: number): number {
  const fourth = 0x30 + (index % 10);
  const third = 0x81 + (Math.floor(index / 10) % 126);
  const second = 0x30 + (Math.floor(index / 1260) % 10);
  const lead = first + Math.floor(index / 12600);
  return ((lead << 24) | (second << 16) | (third << 8) | fourth) >>> 0;
}

function makeTable(): Table {
  const made = new Map<number, number>();
  const decoder = new TextDecoder('gb18030');
  const add = (code: number, bytes: readonly number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    const point = text.codePointAt(0);
    if (point === undefined || point === 0xfffd || String.fromCodePoint(point) !== text) return;
    if (!made.has(point)) made.set(point, code);
  };
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      if (trail !== 0x7f) add((lead << 8) | trail, [lead, trail]);
    }
  }
  const firstPlane = 39_420;
  for (let index = 0; index < firstPlane; index += 1) {
    const code = fourByteCode(index, 0x81);
    add(code, [code >>> 24, (code >>> 16) & 0xff, (code >>> 8) & 0xff, code & 0xff]);
  }
  return made;
}
