import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { turnEvents } from '../../testing/records.ts';
import { showSteps, type TurnEvents } from './testing/show-steps.tsx';

const make = turnEvents(0);
const images = ['a', 'b'].map((id) => ({ id, mediaType: 'image/png', bytes: 3 }));

function show() {
  showSteps([
    make.started('x'),
    make.step(1),
    make.call(1, '1', 'read_file', { path: 'a.png' }),
    { ...make.result('1', '[image image/png, 3 bytes]'), images },
  ] as TurnEvents);
}

test('images of a call are shown as images when it is opened, from this server alone', () => {
  show();
  expect(screen.queryAllByRole('img')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: /a\.png/ }));
  const shown = screen.getAllByRole('img') as HTMLImageElement[];
  expect(shown.map((image) => image.getAttribute('src'))).toEqual(['/attachments/a', '/attachments/b']);
  expect(shown[1]?.alt).toMatch(/^Image 2 of: /);
});

test('one that is gone says so, and leaves the others', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: /a\.png/ }));
  fireEvent.error(screen.getAllByRole('img')[0] as HTMLElement);
  expect(screen.getByText('This image is not there any more.')).toBeTruthy();
  expect(screen.getAllByRole('img')).toHaveLength(1);
});
