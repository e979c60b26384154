import { describe, expect, it } from 'vitest';
import { ClientFrame } from './frames.ts';

const sessionId = '0197F0C4-7C1E-7A6E-8F57-1F0A6D3C0001';

describe('client frames', () => {
  it('keep an id in one spelling and drop what they do not know', () => {
    expect(ClientFrame.parse({ type: 'unsubscribe', sessionId, id: '1', more: true })).toEqual({
      type: 'unsubscribe',
      sessionId: sessionId.toLowerCase(),
      id: '1',
    });
  });

  it.each([
    [{ type: 'message.send', sessionId, messageId: 'no', text: 'x' }, ['messageId']],
    [{ type: 'message.send', sessionId, messageId: sessionId, text: '' }, ['text']],
    [{ type: 'approval.answer', sessionId, approvalId: sessionId, decision: 'maybe' }, ['decision']],
    [{ type: 'subscribe', sessionId, after: { log: 'l', seq: -1 } }, ['after', 'seq']],
    [{ type: 'nonsense' }, ['type']],
  ])('are refused with the place of the fault: %j', (frame, path) => {
    const result = ClientFrame.safeParse(frame);
    expect(result.error?.issues[0]?.path).toEqual(path);
  });
});
