import { afterEach, expect, test, vi } from 'vitest';
import { followKeyboard } from './follow-keyboard.ts';

const height = () => document.documentElement.style.getPropertyValue('--page-height');

function setUp() {
  const target = new EventTarget();
  const view = Object.assign(target, { height: window.innerHeight, scale: 1 });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const end = followKeyboard(view as never);
  const show = (changes: { height: number; scale?: number }) => {
    Object.assign(view, { scale: 1 }, changes);
    view.dispatchEvent(new Event('resize'));
  };
  return { end, show };
}

afterEach(() => {
  document.documentElement.style.removeProperty('--page-height');
  vi.restoreAllMocks();
});

test('the page is as high as what the keyboard leaves, and whole again without it', () => {
  const { show, end } = setUp();
  show({ height: window.innerHeight - 300 });
  expect(height()).toBe(`${window.innerHeight - 300}px`);
  show({ height: window.innerHeight });
  expect(height()).toBe('');
  end();
  show({ height: 100 });
  expect(height()).toBe('');
});

test('neither a bar of the browser nor zooming in changes it', () => {
  const { show } = setUp();
  show({ height: window.innerHeight - 50 });
  expect(height()).toBe('');
  show({ height: window.innerHeight / 2, scale: 2 });
  expect(height()).toBe('');
});
