import { expect, it } from 'vitest';
import { toPixels } from './image-pixels.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const png = (width: number, height: number) => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [...size]);
};
const webp = (kind: string, ...rest: number[]) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], rest);

it.each([
  ['PNG', png(640, 480), 640 * 480],
  ['PNG that would take gigabytes', png(60_000, 60_000), 3_600_000_000],
  ['GIF', bytes('GIF89a', [0x80, 0x02, 0xe0, 0x01]), 640 * 480],
  ['WebP, lossy', webp('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, 0x80, 0x02, 0xe0, 0x41), 640 * 480],
  // Width 640 and height 480, each less one, in 14 bits.
  ['WebP, lossless', webp('VP8L', 0x2f, 0x7f, 0xc2, 0x77, 0x00), 640 * 480],
  ['WebP, extended', webp('VP8X', 0, 0, 0, 0, 0x7f, 0x02, 0, 0xdf, 0x01, 0), 640 * 480],
  [
    'JPEG, after other segments',
    bytes([
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 17, 8, 1, 0xe0, 2, 0x80,
    ]),
    640 * 480,
  ],
  ['nothing', bytes(), undefined],
  ['a PNG that ends in its header', png(1, 1).subarray(0, 18), undefined],
  ['no pixels', png(0, 10), undefined],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]), undefined],
  ['a JPEG whose segment has no length', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0]), undefined],
  ['a JPEG with rubbish between', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0x41, 0xff, 0xc0]), undefined],
  ['WebP of no known kind', webp('ABCD', 1, 2, 3), undefined],
  ['a drawing in XML', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
])('%s', (_, image, pixels) => {
  expect(toPixels(image)).toBe(pixels);
});
