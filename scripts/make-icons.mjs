// Draws the page's icons (`node scripts/make-icons.mjs`): the mark, three strokes, as PNG files of the sizes that
// browsers and home screens ask for. Run it after a change of the mark; the files are part of the repository.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { root } from './workspace.mjs';

/**
 * Ends of the strokes in a box of 32, as in favicon.svg.
 * @type {[number, number, number, number][]}
 */
const strokes = [
  [12, 9, 28, 9],
  [4, 16, 24, 16],
  [10, 23, 22, 23],
];
const box = 32;
const strokeWidth = 3.4;
const ground = [11, 109, 147];
const ink = [255, 255, 255];

/** `mark` is how much of the width the box takes; `corner` the radius of the ground, as a part of the width. */
const icons = [
  { file: 'icon-192.png', size: 192, mark: 0.72, corner: 0.22 },
  { file: 'icon-512.png', size: 512, mark: 0.72, corner: 0.22 },
  // All of it is ground, and the mark within the circle that no system cuts off.
  { file: 'icon-maskable-512.png', size: 512, mark: 0.56, corner: 0 },
  { file: 'apple-touch-icon.png', size: 180, mark: 0.66, corner: 0 },
];

for (const { file, ...icon } of icons)
  writeFileSync(join(root, 'apps', 'web', 'public', file), toPng(icon.size, draw(icon)));

/** The pixels, four bytes each. */
function draw({ size, mark, corner }) {
  const pixels = Buffer.alloc(size * size * 4);
  const unit = (size * mark) / box;
  const offset = (size - size * mark) / 2;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const [px, py] = [x + 0.5, y + 0.5];
      const inGround = cover(roundedBox(px, py, size, corner * size));
      const distance = Math.min(
        ...strokes.map(([x1, y1, x2, y2]) =>
          segment(px, py, offset + x1 * unit, offset + y1 * unit, offset + x2 * unit, offset + y2 * unit),
        ),
      );
      const inStroke = cover(distance - (strokeWidth * unit) / 2);
      const at = (y * size + x) * 4;
      ground.forEach((dark, channel) => {
        pixels[at + channel] = Math.round(dark * (1 - inStroke) + (ink[channel] ?? 0) * inStroke);
      });
      pixels[at + 3] = Math.round(255 * inGround);
    }
  return pixels;
}

/** How much of a pixel is inside, from its distance to the edge. */
function cover(distance) {
  return Math.min(1, Math.max(0, 0.5 - distance));
}

function segment(px, py, x1, y1, x2, y2) {
  const along = Math.min(
    1,
    Math.max(0, ((px - x1) * (x2 - x1) + (py - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)),
  );
  return Math.hypot(px - x1 - along * (x2 - x1), py - y1 - along * (y2 - y1));
}

function roundedBox(px, py, size, radius) {
  const half = size / 2;
  const dx = Math.abs(px - half) - half + radius;
  const dy = Math.abs(py - half) - half + radius;
  return Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - radius;
}

function toPng(size, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y += 1)
    pixels.copy(rows, y * (size * 4 + 1) + 1, y * size * 4, (y + 1) * size * 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
