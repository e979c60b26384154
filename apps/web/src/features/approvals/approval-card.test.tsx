import { type AgentEvent, foldEvents } from '@slipstream/protocol';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { turnEvents, turnId } from '../../testing/records.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { ApprovalCard } from './approval-card.tsx';

const make = turnEvents(0);
const patch = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n';

function setUp(onAnswer = vi.fn(async () => true), preview = patch) {
  const view = foldEvents(turnId, [
    make.started('x'),
    make.step(1),
    make.call(1, '1', 'edit_file', { path: 'x' }),
    make.ask('1', 'edit_file', 'it changes a file', preview),
  ]);
  const call = view.steps[0]?.calls[0];
  if (!call?.approval) throw new Error('no approval');
  const onFocusLost = vi.fn();
  const { unmount, container } = renderWithClient(
    <ApprovalCard call={call} approval={call.approval} onAnswer={onAnswer} onFocusLost={onFocusLost} />,
  );
  return { onAnswer, onFocusLost, unmount, container, id: call.approval.approvalId };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('says what will happen, why it asks, and shows the change', () => {
  setUp();
  const card = screen.getByRole('region', { name: 'Edit x' });
  expect(card.textContent).toContain('it changes a file');
  expect(screen.getByText('+new').className).toContain('text-good');
  expect(screen.getByText('-old').className).toContain('text-bad');
  expect(screen.getByText('+++ b/x').className).toContain('text-muted');
});

test('a command is shown as it is', () => {
  setUp(undefined, '+1 is not a diff\n-l');
  expect(screen.getByText(/\+1 is not a diff/).className).not.toContain('text-good');
});

test('a command is shown in colours, and not a letter of it is changed', async () => {
  const { container } = setUp(undefined, '$ echo "$HOME" && rm -rf dist');
  await waitFor(() => expect(container.querySelector('.hl-string')?.textContent).toBe('"$HOME"'));
  expect(container.querySelector('pre code')?.textContent).toBe('$ echo "$HOME" && rm -rf dist');
});

function showAsk(more: Parameters<typeof make.ask>[4], agent: string | null = null) {
  const view = foldEvents(turnId, [
    make.started('x'),
    make.step(1),
    make.call(1, '1', 'bash', { command: 'npm test' }),
    make.ask('1', 'bash', 'It runs a command.', '$ npm test', more),
  ]);
  const call = view.steps[0]?.calls[0];
  if (!call?.approval) throw new Error('no approval');
  const onAnswer = vi.fn(async () => true);
  renderWithClient(
    <ApprovalCard
      call={call}
      approval={call.approval}
      agent={agent}
      onAnswer={onAnswer}
      onFocusLost={vi.fn()}
    />,
  );
  return { onAnswer, id: call.approval.approvalId };
}

test('what may always be allowed is shown as the rule that it makes', () => {
  const { onAnswer, id } = showAsk({ rule: 'bash(npm test *)' });
  press('Always allow bash(npm test *)');
  expect(onAnswer.mock.calls).toEqual([[id, 'allow_session', { always: true }]]);
});

test('reasons and notes are said in the language of the page, unknown ones as they came', async () => {
  await act(() => i18next.changeLanguage('zh'));
  onTestFinished(async () => void (await act(() => i18next.changeLanguage('en'))));
  showAsk({
    reasons: [
      { code: 'command', text: 'It runs a command.' },
      { code: 'rule_asks', text: 'The rule …', params: { rule: 'bash(npm*)' } },
      { code: 'of_tomorrow', text: 'Something new.' },
    ],
    notes: [{ code: 'time_limit', text: 'Stopped …', params: { seconds: '120' } }],
  });
  const card = screen.getByRole('region');
  expect(card.textContent).toContain('它会运行一条命令。规则 bash(npm*) 要求先询问你。Something new.');
  expect(card.textContent).toContain('最多运行 120 秒。');
  expect(card.textContent).not.toContain('It runs a command.');
});

test('says which sub-agent asks', () => {
  showAsk({}, 'researcher');
  expect(screen.getByText('Asked by the sub-agent researcher')).toBeDefined();
});

test('a parameter is shown as it is, whatever it holds', () => {
  const rule = 'bash(echo {{why}} $t(approval.deny) <b>)';
  showAsk({ reasons: [{ code: 'rule_asks', text: '', params: { rule } }] });
  expect(screen.getByRole('region').textContent).toContain(`The rule ${rule} wants you to be asked.`);
});

test.each([
  ['Allow once', 'allow_once'],
  ['Allow for this session', 'allow_session'],
  ['Deny', 'deny'],
])('%s answers %s, once', async (name, decision) => {
  const { onAnswer, id } = setUp();
  press(name);
  expect(onAnswer.mock.calls).toEqual([[id, decision]]);
  await waitFor(() =>
    expect(screen.getAllByRole<HTMLButtonElement>('button').every((button) => button.disabled)).toBe(true),
  );
});

test('where it would count for this call alone, only once is offered', () => {
  const view = foldEvents(turnId, [
    make.started('x'),
    make.step(1),
    make.call(1, '1', 'bash', { command: 'ls' }),
    { ...make.ask('1', 'bash', 'it is not sandboxed'), onceOnly: true } as AgentEvent,
  ]);
  const call = view.steps[0]?.calls[0];
  if (!call?.approval) throw new Error('no approval');
  renderWithClient(
    <ApprovalCard call={call} approval={call.approval} onAnswer={vi.fn()} onFocusLost={vi.fn()} />,
  );
  expect(screen.queryByRole('button', { name: 'Allow for this session' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Allow once' })).toBeDefined();
});

test('a note goes with Deny, also by Enter, but not with an Enter of an input method', () => {
  const { onAnswer, id } = setUp();
  press('Add a note');
  const note = screen.getByRole('textbox', { name: 'Note for the model, sent with Deny' });
  expect(document.activeElement).toBe(note);
  fireEvent.change(note, { target: { value: ' use y ' } });
  fireEvent.keyDown(note, { key: 'Enter', keyCode: 229 });
  expect(onAnswer).not.toHaveBeenCalled();
  fireEvent.keyDown(note, { key: 'Enter', keyCode: 13 });
  expect(onAnswer.mock.calls).toEqual([[id, 'deny', { note: 'use y' }]]);
});

test('the focus is handed on when the card goes with it, and left alone otherwise', () => {
  const { onFocusLost, unmount } = setUp();
  screen.getByRole('button', { name: 'Deny' }).focus();
  unmount();
  expect(onFocusLost).toHaveBeenCalledOnce();
  const other = setUp();
  other.unmount();
  expect(other.onFocusLost).not.toHaveBeenCalled();
});

test('an answer that came too late says so', async () => {
  setUp(vi.fn(async () => false));
  press('Allow once');
  expect((await screen.findByRole('alert')).textContent).toContain('answered before');
});

test('an answer that did not arrive can be given again', async () => {
  const onAnswer = vi.fn(() => Promise.reject(new Error('gone')));
  setUp(onAnswer);
  press('Allow once');
  await screen.findByRole('alert');
  press('Deny');
  expect(onAnswer).toHaveBeenCalledTimes(2);
});
