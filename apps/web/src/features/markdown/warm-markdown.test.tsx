import { expect, test, vi } from 'vitest';
import { warmingPieces } from './warm-markdown.tsx';

test('a little of everything is laid out, and nothing of it stays', () => {
  const seen = new Set<string>();
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect');
  measure.mockImplementation(function (this: Element) {
    expect(this.isConnected).toBe(true);
    expect(this.matches('[aria-hidden="true"][inert]')).toBe(true);
    for (const element of this.querySelectorAll('*')) seen.add(element.localName);
    return new DOMRect();
  });
  const before = document.body.innerHTML;
  for (const piece of warmingPieces) {
    piece();
    expect(document.body.innerHTML).toBe(before);
  }
  measure.mockRestore();
  const needed = 'h1 h2 h3 p strong em del code a ul ol li input table th td blockquote hr pre'.split(' ');
  expect(needed.filter((name) => !seen.has(name))).toEqual([]);
});
