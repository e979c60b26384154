import type { QueuedMessage } from '@slipstream/protocol';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { QueueStrip } from './queue-strip.tsx';

const queue = [
  { messageId: 'm1', turnId: 't1', text: 'first', steer: true as const },
  { messageId: 'm2', turnId: 't2', text: 'second' },
];

function setUp(paused = false, waiting: readonly QueuedMessage[] = queue) {
  const actions = {
    onUnqueue: vi.fn(),
    onEditQueued: vi.fn(),
    onReadQueued: vi.fn(),
    onResumeQueue: vi.fn(),
  };
  renderWithClient(<QueueStrip queue={waiting} paused={paused} actions={actions} />);
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  return { actions, press };
}

test('each waiting message can be changed and taken back', () => {
  const { actions, press } = setUp();
  expect(screen.getByText('Joins now:')).toBeTruthy();
  press('Change: second');
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'better' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(actions.onEditQueued.mock.calls).toEqual([['m2', 'better']]);
  press('Remove from the queue: first');
  expect(actions.onUnqueue.mock.calls).toEqual([['m1']]);
  expect(screen.queryByRole('status')).toBeNull();
});

test('after a stop it says that it waits, and goes on when asked', () => {
  const { actions, press } = setUp(true);
  expect(screen.getByRole('status').textContent).toContain(
    '2 messages wait, because the answer before them did not finish.',
  );
  press('Run now');
  expect(actions.onResumeQueue).toHaveBeenCalledOnce();
});

test('a message of which only the beginning came is read whole before it is changed', async () => {
  const { actions } = setUp(false, [{ messageId: 'm3', turnId: 't3', text: 'begin', bytes: 9000 }]);
  actions.onReadQueued.mockResolvedValue('beginning and end');
  fireEvent.click(screen.getByRole('button', { name: 'Change: begin' }));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('beginning and end');
  expect(actions.onReadQueued.mock.calls).toEqual([['m3']]);
});

test('of more messages than are in sight it says how many wait', () => {
  const many = Array.from({ length: 50 }, (_, n) => ({
    messageId: `m${n}`,
    turnId: `t${n}`,
    text: `text ${n}`,
  }));
  setUp(false, many);
  expect(screen.getByText('50 messages wait')).toBeTruthy();
});

test('the words before them tell the order', () => {
  const more = ['third', 'fourth'].map((text) => ({ messageId: text, turnId: text, text }));
  setUp(false, [...queue, ...more]);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Joins now:first',
    'Next:second',
    'Then:third',
    'Then:fourth',
  ]);
});
