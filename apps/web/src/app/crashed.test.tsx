import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OrElse } from '../ui/or-else.tsx';
import { Crashed } from './crashed.tsx';

function Broken(): never {
  throw new Error('A fault of the page.');
}

test('a fault of the page says so and offers the way back', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <OrElse fallback={<Crashed />}>
      <Broken />
    </OrElse>,
  );
  expect(screen.getByRole('alert').textContent).toContain('The page broke.');
  expect(screen.getByRole('button', { name: 'Load it again' })).toBeTruthy();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});
