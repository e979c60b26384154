import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ToolOutput } from './tool-output.tsx';

test('a command keeps its colours, in those of the page, and nothing else of a terminal', async () => {
  const { container } = render(
    <ToolOutput
      text={'\u001b[2J\u001b[1;31mFAIL\u001b[0m a.test.ts\n10%\r100%\u0007 \u001b[38;5;200mx\u001b[0m'}
    />,
  );
  const fail = await screen.findByText('FAIL');
  expect(fail.className).toBe('text-bad font-semibold');
  expect(container.textContent).toBe('FAIL a.test.ts\n100% x');
});

test('JSON is a tree that opens', async () => {
  render(
    <ToolOutput
      text={JSON.stringify({ name: 'a "b"', deep: { list: [1, null] }, long: 'x'.repeat(3000) })}
    />,
  );
  const tree = await screen.findByRole('tree', { name: 'Output as a tree' });
  expect(tree.textContent).toContain('"a \\"b\\""');
  expect(tree.textContent).not.toContain('null');
  const closed = screen.getAllByRole('button', { name: 'Open' });
  fireEvent.click(closed[0] as HTMLElement);
  expect(tree.textContent).toContain('null');
});

test('JSON that a command printed is a tree as well, and how it ended is told below', async () => {
  const { container } = render(<ToolOutput text={'{"heron": "grey"}\n[exit code 0]'} />);
  const tree = await screen.findByRole('tree', { name: 'Output as a tree' });
  expect(tree.textContent).toContain('"grey"');
  expect(tree.textContent).not.toContain('exit code');
  expect(container.textContent).toContain('[exit code 0]');
});

test('a diff has its lines coloured; all else is plain', () => {
  const diff = 'Edited a.ts at line 1.\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-old\n+new';
  const { container, rerender } = render(<ToolOutput text={diff} />);
  expect(screen.getByText('+new').className).toContain('text-good');
  expect(screen.getByText('-old').className).toContain('text-bad');
  rerender(<ToolOutput text="<b>plain</b> {" />);
  expect(container.querySelector('b')).toBeNull();
  expect(container.textContent).toBe('<b>plain</b> {');
});
