// The commands of a client, carried out: what each frame means to the sessions, and what its ack says.
import type { Sessions } from '@slipstream/agent';
import { type AckFields, AppError, assertNever, type ClientFrame } from '@slipstream/protocol';

/** Every frame that is about one session and is answered by a plain ack. */
export type Command = Exclude<ClientFrame, { type: 'ping' | 'subscribe' | 'unsubscribe' }>;

/** Rejects with what the client is to be told instead of an ack. */
export type RunCommand = (frame: Command, sessions: Sessions, channel: string) => Promise<AckFields>;

/** In the place of the other, where one can only look: no frame but those for reading ever does anything. */
export const refuseCommand: RunCommand = async () => {
  throw new AppError('read_only');
};

export async function runCommand(frame: Command, sessions: Sessions, channel: string): Promise<AckFields> {
  const { sessionId } = frame;
  switch (frame.type) {
    case 'message.send': {
      const { type: _, id: __, ...message } = frame;
      const { messageId } = message;
      const sent = await sessions.send({ ...message, channel });
      return { sessionId, messageId, turnId: sent.turnId, queued: sent.queued };
    }
    case 'message.unqueue':
      return sessions.unqueue(sessionId, frame.messageId);
    case 'message.edit':
      return sessions.editQueued(sessionId, frame.messageId, frame.text);
    case 'queue.resume':
      return sessions.resumeQueue(sessionId);
    case 'turn.regenerate': {
      const { messageId, turnId, model } = frame;
      return sessions.regenerate({ sessionId, messageId, turnId, model, channel });
    }
    case 'turn.cancel':
      return sessions.cancel(sessionId, frame.turnId);
    case 'turn.retry':
      return sessions.retryNow(sessionId, frame.turnId);
    case 'agent.cancel':
      return sessions.cancelAgent(sessionId, frame.agentId);
    case 'approval.answer':
      return sessions.answerApproval(sessionId, frame.approvalId, {
        decision: frame.decision,
        always: frame.always,
        note: frame.note,
      });
    default:
      return assertNever(frame);
  }
}
