import { act, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { aMessage, anAnswer, aSession, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';
import { Markdown, preloadMarkdown } from './markdown.tsx';
import * as elements from './to-elements.ts';

beforeAll(() => preloadMarkdown());

const inputs = [
  `${'> '.repeat(3000)}x`,
  `${'- '.repeat(2000)}y`,
  `${'- '.repeat(1000)}y`,
  `${'*a _b '.repeat(3000)}c${'_ *'.repeat(3000)}`,
];

test.each(inputs)('stands as it was written, in a stream too, and the rest is whole (%#)', (text) => {
  const parse = vi.spyOn(elements.processor, 'parse');
  for (const live of [true, false]) {
    const { container, unmount } = render(<Markdown text={`**a**\n\n${text}`} live={live} />);
    expect(container.querySelector('strong')?.textContent).toBe('a');
    expect(container.querySelector('[data-plain]')?.textContent).toBe(text);
    unmount();
  }
  for (const [source] of parse.mock.calls) expect(String(source).length).toBeLessThan(10);
  parse.mockRestore();
});

test('a chat with such answers, questions and thoughts opens', async () => {
  await showApp(`/s/${sessionId}`, (client) => {
    client.setSessions([aSession({ title: inputs[0]?.slice(0, 80) ?? '' })]);
    client.setState(sessionId, {
      session: aSession(),
      messages: inputs.flatMap((text) => [aMessage({ text }), anAnswer({ text })]),
    });
  });
  expect(document.querySelectorAll('[data-role="assistant"] [data-plain]').length).toBe(inputs.length);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a block that breaks stands as it was written, and is tried again when it has changed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const parse = elements.processor.parse;
  const breaks = vi.spyOn(elements.processor, 'parse').mockImplementation((file) => {
    if (String(file).includes('breaks')) throw new RangeError('Maximum call stack size exceeded');
    return parse.call(elements.processor, file);
  });
  const { container, rerender } = render(<Markdown text={'**a**\n\n**breaks**\n\n**c**'} live />);
  expect([...container.querySelectorAll('strong')].map((each) => each.textContent)).toEqual(['a', 'c']);
  expect(container.querySelector('[data-plain]')?.textContent).toBe('**breaks**');
  await act(async () => rerender(<Markdown text={'**a**\n\n**goes**\n\n**c**'} live />));
  expect(container.querySelectorAll('strong').length).toBe(3);
  breaks.mockRestore();
});
