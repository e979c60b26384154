import { foldEvents } from '@slipstream/protocol';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { turnEvents, turnId } from '../../testing/records.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { ApprovalRecord } from '../approvals/approval-record.tsx';
import { QuestionCard } from './question-card.tsx';

const make = turnEvents(0);
const choices = ['One', 'Two', 'Three'];

function toCall(args: Record<string, unknown>, ...more: Parameters<typeof foldEvents>[1][]) {
  const view = foldEvents(turnId, [
    make.started('x'),
    make.step(1),
    make.call(1, '1', 'ask_user', args),
    make.ask('1', 'ask_user', 'it waits'),
    ...more.flatMap((events) => [...events]),
  ]);
  const call = view.steps[0]?.calls[0];
  if (!call?.approval) throw new Error('no question');
  return { call, approval: call.approval };
}

function setUp(args: Record<string, unknown>, onAnswer = vi.fn(async () => true)) {
  const { call, approval } = toCall({ question: 'Which *one*?', ...args });
  const onFocusLost = vi.fn();
  const { unmount } = renderWithClient(
    <QuestionCard call={call} approval={approval} onAnswer={onAnswer} onFocusLost={onFocusLost} />,
  );
  return { onAnswer, onFocusLost, unmount, id: approval.approvalId };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const write = (value: string) => fireEvent.change(field(), { target: { value } });

test('a choice is the answer, once', async () => {
  const { onAnswer, id } = setUp({ choices });
  expect((await screen.findByText('one')).tagName).toBe('EM');
  press('Two');
  press('Three');
  expect(onAnswer.mock.calls).toEqual([[id, 'allow_once', { note: 'Two' }]]);
  expect(button('Do not answer').disabled).toBe(true);
});

test('a digit presses the choice, but not in the field', () => {
  const { onAnswer, id } = setUp({ choices });
  fireEvent.keyDown(field(), { key: '1' });
  fireEvent.keyDown(button('One'), { key: '9' });
  fireEvent.keyDown(button('One'), { key: '3', ctrlKey: true });
  expect(onAnswer).not.toHaveBeenCalled();
  fireEvent.keyDown(button('One'), { key: '3' });
  expect(onAnswer.mock.calls).toEqual([[id, 'allow_once', { note: 'Three' }]]);
});

test('several choices are picked, and sent together with words', () => {
  const { onAnswer, id } = setUp({ choices, multiple: true });
  expect(button('Send the answer').disabled).toBe(true);
  press('Three');
  press('Two');
  press('One');
  press('Two');
  expect(button('Three').getAttribute('aria-pressed')).toBe('true');
  expect(button('Two').getAttribute('aria-pressed')).toBe('false');
  write(' and tea ');
  press('Send the answer');
  expect(onAnswer.mock.calls).toEqual([[id, 'allow_once', { note: 'One\nThree\nand tea' }]]);
});

test('an answer in own words goes with Enter, not with one of an input method, nor empty', () => {
  const { onAnswer, id } = setUp({});
  expect(screen.getByLabelText('Your answer')).toBe(field());
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
  write('茶');
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13, shiftKey: true });
  expect(onAnswer).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
  expect(onAnswer.mock.calls).toEqual([[id, 'allow_once', { note: '茶' }]]);
});

test('it can be left unanswered', () => {
  const { onAnswer, id } = setUp({ choices });
  press('Do not answer');
  expect(onAnswer.mock.calls).toEqual([[id, 'deny']]);
});

test('an answer that came too late says so, and one that did not arrive can be given again', async () => {
  setUp(
    { choices },
    vi.fn(async () => false),
  );
  press('One');
  expect((await screen.findByRole('alert')).textContent).toContain('answered before');
});

test('one that did not arrive can be given again', async () => {
  const onAnswer = vi.fn(() => Promise.reject(new Error('gone')));
  setUp({ choices }, onAnswer);
  press('One');
  await screen.findByRole('alert');
  await waitFor(() => expect(button('Two').disabled).toBe(false));
  press('Two');
  expect(onAnswer).toHaveBeenCalledTimes(2);
});

test('the focus is handed on when the card goes with it', () => {
  const { onFocusLost, unmount } = setUp({ choices });
  button('One').focus();
  unmount();
  expect(onFocusLost).toHaveBeenCalledOnce();
});

test('arguments that nobody would expect are shown as far as they go', () => {
  setUp({ question: 7, choices: ['One', 2, null], multiple: 'yes' });
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test.each<[Parameters<typeof foldEvents>[1], string]>([
  [[], 'Waiting for your answer.'],
  [[make.answered('1', 'allow_once', 'Two')], 'You answered: “Two”'],
  [[make.answered('1', 'deny')], 'You did not answer.'],
  [[make.result('1', '', 0, 'cancelled')], 'The turn ended before anybody answered.'],
])('the trace tells what came of it', (events, words) => {
  const { container } = renderWithClient(<ApprovalRecord {...toCall({ question: 'Which?' }, events)} />);
  expect(container.textContent).toBe(words);
});
