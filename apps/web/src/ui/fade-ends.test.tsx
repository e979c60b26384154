import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FadingBox } from './fade-ends.tsx';

/** The page of the tests has no layout: the sizes are said here. */
function setUp(scrollHeight: number) {
  const { container, rerender } = render(<FadingBox>long</FadingBox>);
  const box = container.firstElementChild as HTMLElement;
  Object.defineProperty(box, 'clientHeight', { value: 100 });
  Object.defineProperty(box, 'scrollHeight', { value: scrollHeight });
  const scroll = (top: number) => {
    box.scrollTop = top;
    fireEvent.scroll(box);
    return box.dataset['more'];
  };
  return { scroll, rerender, box };
}

test('the ends behind which there is more are marked', () => {
  const { scroll } = setUp(300);
  expect(scroll(0)).toBe('below');
  expect(scroll(50)).toBe('above below');
  expect(scroll(200)).toBe('above');
});

test('only what scrolls is a stop on the way of the keyboard', () => {
  const long = setUp(300);
  long.scroll(0);
  expect(long.box.tabIndex).toBe(0);
  const whole = setUp(100);
  expect(whole.scroll(0)).toBe('');
  expect(whole.box.tabIndex).toBe(-1);
});
