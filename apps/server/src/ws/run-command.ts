// The commands of a client, carried out: what each frame means to the sessions, and what its ack says.
import type { Sessions } from '@slipstream/agent';
import { type AckFields, assertNever, type ClientFrame } from '@slipstream/protocol';

/** Every frame that is about one session and is answered by a plain ack. */
export type Command = Exclude<
  ClientFrame,
  { type: 'ping' | 'subscribe' | 'unsubscribe' | 'turn.regenerate' }
>;

/** Rejects with what the client is to be told instead of an ack. */
export async function runCommand(frame: Command, sessions: Sessions, channel: string): Promise<AckFields> {
  const { sessionId } = frame;
  switch (frame.type) {
    case 'message.send': {
      const { messageId, text, model, mode, whenBusy } = frame;
      const sent = await sessions.send({ sessionId, messageId, text, model, mode, whenBusy, channel });
      return { sessionId, messageId, turnId: sent.turnId, queued: sent.queued };
    }
    case 'message.unqueue':
      return sessions.unqueue(sessionId, frame.messageId);
    case 'turn.cancel':
      return sessions.cancel(sessionId, frame.turnId);
    case 'approval.answer':
      return sessions.answerApproval(sessionId, frame.approvalId, {
        decision: frame.decision,
        note: frame.note,
      });
    default:
      return assertNever(frame);
  }
}
