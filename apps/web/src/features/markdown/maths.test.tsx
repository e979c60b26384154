import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

async function show(text: string, formulas: number, live = false) {
  const { container } = render(<Markdown text={text} live={live} />);
  await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(formulas));
  return container;
}

test('formulas in a line and of their own are set, with words for screen readers', async () => {
  const container = await show('The area is \\(\\pi r^2\\).\n\n\\[\n\\frac{a}{b}\n\\]\n\n$$x$$', 3);
  expect(container.querySelectorAll('.maths-scroll .katex-display')).toHaveLength(2);
  expect(container.querySelector('p math annotation')?.textContent).toBe('\\pi r^2');
  expect(container.querySelector('p .katex-html')?.getAttribute('aria-hidden')).toBe('true');
});

test('a price, an escaped bracket and code are no maths', async () => {
  const container = await show('From $5 to $6, and `\\(x\\)`.\n\n```tex\n\\[x\\]\n```', 0);
  await waitFor(() => expect(container.querySelector('code')?.textContent).toBe('\\(x\\)'));
  expect(container.textContent).toContain('From $5 to $6');
});

test.each([
  '\\href{https://evil.example/?d=1}{x}',
  '\\includegraphics{https://evil.example/a.png}',
  '\\htmlStyle{background:url(https://evil.example)}{x}',
  '\\url{javascript:alert(1)}',
])('%s loads and links nothing', async (tex) => {
  const { container } = render(<Markdown text={`\\(${tex}\\) and \\(y\\)`} />);
  await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
  expect(container.querySelectorAll('a, img, [style*="url"]')).toHaveLength(0);
});

test('what cannot be set stands as it was written', async () => {
  const { container } = render(<Markdown text={'\\(\\frac{a\\) and \\(y\\)'} />);
  await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(1));
  expect(container.querySelector('code')?.textContent).toBe('\\frac{a');
});

test('a bomb of macros is not followed', async () => {
  const bomb = '\\def\\a{\\a\\a}\\a';
  const { container } = render(<Markdown text={`\\(${bomb}\\) \\(y\\)`} />);
  await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(1));
  expect(container.textContent).toContain(bomb);
});
