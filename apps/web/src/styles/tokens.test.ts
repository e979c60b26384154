import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Theme = Map<string, number>;

/** The luminance of every opaque colour that a rule sets. */
function colours(selector: string): Theme {
  const body = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  const found: Theme = new Map();
  for (const [, name, l, c, h] of body.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g))
    if (name) found.set(name, luminance(Number(l), Number(c), Number(h)));
  // White and black have no hue to speak of.
  for (const [, name, l] of body.matchAll(/--([\w-]+): oklch\(([\d.]+) 0 0\);/g))
    if (name) found.set(name, luminance(Number(l), 0, 0));
  return found;
}

/** WCAG luminance of an OKLCH colour, clipped to sRGB as a screen does. */
function luminance(l: number, c: number, h: number): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, one: string, other: string): number {
  const [light, dark] = [theme.get(one), theme.get(other)].map((value) => {
    if (value === undefined) throw new Error(`no colour for ${one} on ${other}`);
    return value;
  }) as [number, number];
  return (Math.max(light, dark) + 0.05) / (Math.min(light, dark) + 0.05);
}

const surfaces = ['paper', 'mist', 'raised', 'sunken'];
const pairs = [
  ...['ink', 'muted', 'accent', 'bad', 'wait', 'good'].flatMap((text) => surfaces.map((on) => [text, on])),
  ...['ink', 'accent'].map((text) => [text, 'accent-soft']),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['paper', 'ink'],
  ['wait', 'wait-soft'],
  ['bad', 'bad-soft'],
  ['good', 'good-soft'],
  ...['code-word', 'code-text', 'code-number', 'code-name'].map((text) => [text, 'sunken']),
] as [string, string][];

test.each([':root', '[data-theme="dark"]'])('text can be read in %s', (selector) => {
  const theme = colours(selector);
  const weak = pairs.filter(([text, on]) => contrast(theme, text, on) < 4.5);
  expect(weak.map(([text, on]) => `${text} on ${on}: ${contrast(theme, text, on).toFixed(2)}`)).toEqual([]);
});

test.each([':root', '[data-theme="dark"]'])('marks can be seen in %s', (selector) => {
  const theme = colours(selector);
  const weak = ['accent', 'wait', 'bad', 'faint'].flatMap((mark) =>
    ['paper', 'mist', 'accent-soft']
      .filter((on) => mark !== 'faint' || on !== 'accent-soft')
      .filter((on) => contrast(theme, mark, on) < 3)
      .map((on) => `${mark} on ${on}: ${contrast(theme, mark, on).toFixed(2)}`),
  );
  expect(weak).toEqual([]);
});

test('both themes set the same colours', () => {
  expect([...colours('[data-theme="dark"]').keys()].sort()).toEqual([...colours(':root').keys()].sort());
});
