import { reply } from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import type { ApprovalReply } from './approvals.ts';
import { createAskUserTool } from './ask-user.ts';
import { runMessage, toLine } from './run-message.fixture.ts';

const question = { question: 'Which one?', choices: ['a', 'b'] };
const asks = (args: Record<string, unknown> = question) => reply.toolCall('ask_user', args);

async function ask(answer: ApprovalReply, mode: 'default' | 'plan' | 'auto' = 'default') {
  const events = await runMessage({
    model: [[asks()], [reply.text('So be it.')]],
    tools: [createAskUserTool()],
    input: { mode },
    answer: async () => answer,
  });
  return events;
}

const result = (events: Awaited<ReturnType<typeof ask>>) =>
  events.find((event) => event.type === 'tool.finished');

describe('ask_user', () => {
  it.each(['default', 'plan', 'auto'] as const)('waits for the person in mode %s', async (mode) => {
    const events = await ask({ decision: 'allow_once', note: ' b, since it is smaller ' }, mode);
    expect(events.map(toLine).filter((line) => /^(tool|approval)/.test(line))).toEqual([
      `tool.args ask_user ${JSON.stringify(question)}`,
      `tool.started ask_user ${JSON.stringify(question)}`,
      'approval.requested ask_user',
      'approval.resolved allow_once:  b, since it is smaller ',
      'tool.finished ask_user ok: The user answered: b, since it is smaller',
    ]);
    expect(events.find((event) => event.type === 'approval.requested')).toMatchObject({
      onceOnly: true,
      preview: 'Which one?\n1. a\n2. b',
    });
  });

  it.each<[ApprovalReply, string, RegExp]>([
    [{ decision: 'deny' }, 'denied', /^The user chose not to answer\. Do not ask the same again/],
    [{ decision: 'deny', note: 'none of them' }, 'denied', /wrote instead: none of them$/],
    [{ decision: 'allow_once' }, 'ok', /^The user let the question pass/],
    [{ decision: 'allow_session', note: 'a' }, 'ok', /^The user answered: a$/],
  ])('tells the model what came of %j', async (answer, status, output) => {
    expect(result(await ask(answer))).toMatchObject({ status, output: expect.stringMatching(output) });
  });

  it('asks each time, whatever was answered before', async () => {
    let asked = 0;
    await runMessage({
      model: [[asks()], [asks()], [reply.text('Done.')]],
      tools: [createAskUserTool()],
      answer: async () => {
        asked += 1;
        return { decision: 'allow_session', note: 'a' };
      },
    });
    expect(asked).toBe(2);
  });

  it.each([
    [{}],
    [{ question: '  ' }],
    [{ question: 'x', choices: Array(10).fill('a') }],
    [{ question: 'x', choices: [''] }],
  ])('refuses %j without asking', async (args) => {
    const events = await runMessage({
      model: [[asks(args)], [reply.text('Done.')]],
      tools: [createAskUserTool()],
      answer: () => Promise.reject(new Error('nobody is to be asked')),
    });
    expect(result(events)).toMatchObject({ status: 'error' });
  });

  it('several in one answer wait at once, and each gets its own', async () => {
    const open = new Map<string, (answer: ApprovalReply) => void>();
    const events = await runMessage({
      model: [[asks({ question: 'First?' }), asks({ question: 'Second?' })], [reply.text('Done.')]],
      tools: [createAskUserTool()],
      answer: ({ args }) =>
        new Promise((resolve) => {
          open.set(String(args['question']), resolve);
          if (open.size < 2) return;
          open.get('Second?')?.({ decision: 'allow_once', note: '2' });
          open.get('First?')?.({ decision: 'allow_once', note: '1' });
        }),
    });
    expect(events.flatMap((event) => (event.type === 'tool.finished' ? [event.output] : [])).sort()).toEqual([
      'The user answered: 1',
      'The user answered: 2',
    ]);
  });
});
