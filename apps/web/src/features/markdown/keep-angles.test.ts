import { expect, test } from 'vitest';
import { keepAngles, toWords } from './keep-angles.ts';

test.each([
  'A["List<String> of things"]',
  'A[Map<String, List<int>>]',
  'A->>B: get List<String>',
  'Idle --> c : go <now>',
  'A["x<y"] --> Z>flag]',
  'B: Array<T> & <S>',
])('%s has no angle that Mermaid would take for a tag, and is read as it was', (text) => {
  const kept = keepAngles(text);
  expect(kept).not.toMatch(/<[A-Za-z]/);
  expect(toWords(kept)).toBe(text);
});

test('with the angle that opens goes the one that closes, and no arrow', () => {
  expect(keepAngles('A[Map<K, List<V>>] --> B{x<y} ==> C')).not.toMatch(/[<]|[KV]>|V.>/);
  expect(keepAngles('A[Map<K, List<V>>] --> B{x<y} ==> C>flag]')).toMatch(/ --> B\{x.y\} ==> C>flag\]$/);
  expect(keepAngles('A["x<y"] -- "p<q" --> B')).toMatch(/ --> B$/);
});

test.each([
  'A[First<br/>second<br>third]',
  'A["<b>bold</b>"]',
  'class Shape { <<interface>> }',
  'state c <<choice>>',
  'Shape <|-- Circle',
  'A <--> B --> C',
  'A <<->> B',
  'A{"x < 3"}',
  'A["<img src=x onerror=y>words"]',
])('%s stays as it is', (text) => {
  expect(keepAngles(text)).toBe(text);
});

test("Mermaid's marks for entities become what they say", () => {
  expect(toWords('ﬂ°quot¶ßaﬂ°quot¶ß ﬂ°°9829¶ß ﬂ°none¶ß')).toBe('"a" ♥ &none;');
  expect(toWords('ﬂ°°9999999¶ß')).toBe('ﬂ°°9999999¶ß');
});
