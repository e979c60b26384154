// Takes what a user sends into one session: stores it and puts it into the queue, once per id. It starts nothing; the
// runner does, and calls it one at a time.
import { AppError } from '@slipstream/protocol';
import { toTimestamp } from './clock.ts';
import type { SessionDeps } from './session-deps.ts';
import type { SessionQueue } from './session-queue.ts';
import type { RegenerateTurn, SendMessage } from './sessions.ts';
import type { StoredSession } from './store.ts';
import { toSessionTitle } from './titles/session-title.ts';

export type Sent = { turnId: string; queued: boolean };

export type SessionIntake = {
  send(message: SendMessage): Promise<Sent & { isNew: boolean }>;
  regenerate(input: RegenerateTurn): Promise<{ turnId: string }>;
  /** The answer to a message that was taken out of the queue is not given again. */
  forget(messageId: string): void;
};

export const maxQueued = 50;
const rememberedAcks = 256;

export function createSessionIntake(
  sessionId: string,
  deps: SessionDeps,
  runner: {
    queue: SessionQueue;
    running(): string | undefined;
    closing(): boolean;
    onAccepted(session: StoredSession | undefined): void;
  },
): SessionIntake {
  const { store, clock, ids } = deps;
  const { queue } = runner;
  const acks = new Map<string, Sent>();

  const remember = (messageId: string, sent: Sent) => {
    acks.set(messageId, sent);
    if (acks.size > rememberedAcks) for (const oldest of [...acks.keys()].slice(0, 1)) acks.delete(oldest);
  };

  const checkModel = (model: string | undefined) => {
    if (model !== undefined && !deps.models.get(model))
      throw new AppError('not_found', `There is no model named "${model}"; choose one of the list.`);
  };
  const checkRoom = (message: SendMessage, busy: boolean) => {
    if (busy && message.whenBusy === 'reject')
      throw new AppError('busy', 'A turn is running; wait for its end, stop it, or queue the message.');
    if (queue.length >= maxQueued)
      throw new AppError('busy', `${maxQueued} messages wait already; let some of them run first.`);
  };

  return {
    async send(message) {
      if (runner.closing()) throw new AppError('unavailable');
      const { messageId, text, model, mode, parentId, channel } = message;
      const known = acks.get(messageId);
      const busy = runner.running() !== undefined || queue.length > 0;
      if (!known) checkRoom(message, busy);
      checkModel(model);
      const now = toTimestamp(clock.now());
      const turnId = ids.next();
      const first = message.whenBusy === 'interrupt';
      const accepted = await store.turns.acceptMessage({
        session: {
          id: sessionId,
          title: toSessionTitle(text),
          model: model ?? deps.models.defaultId(),
          mode: mode ?? 'default',
          workspace: deps.workspace,
          ...(message.chatId === undefined ? {} : { channel, chatId: message.chatId }),
          now,
        },
        messageId,
        turnId,
        text,
        model,
        mode,
        parentId,
        attachments: message.attachments,
        first,
        channel,
        now,
      });
      if (accepted.kind === 'conflict')
        throw new AppError(
          'conflict',
          'This message id was used before, with another text or in another session.',
        );
      if (accepted.kind === 'duplicate') {
        // Sent again while it waits behind a stopped answer: that is the word to go on.
        if (accepted.turnStatus === 'queued') queue.paused = false;
        const sent = known ?? { turnId: accepted.turnId, queued: accepted.turnStatus === 'queued' };
        return { ...sent, isNew: false };
      }
      const sent = { turnId, queued: busy };
      remember(messageId, sent);
      // What joins a turn is its words alone.
      const plain = (message.attachments ?? []).length === 0;
      const steer = message.whenBusy === 'steer' && plain && runner.running() !== undefined;
      queue.add({ messageId, text, turnId, ...(steer ? { steer } : {}) }, first ? 'first' : 'last');
      queue.paused = false;
      runner.onAccepted(await store.sessions.get(sessionId));
      return { ...sent, isNew: true };
    },
    async regenerate({ messageId, turnId = ids.next(), model, channel }) {
      if (runner.closing()) throw new AppError('unavailable');
      checkModel(model);
      const known = await store.history.turn(sessionId, turnId);
      if (!known && runner.running() !== undefined)
        throw new AppError('busy', 'A turn is running; wait for its end, or stop it.');
      const { accepted, message } = await store.turns.acceptRegeneration({
        sessionId,
        messageId,
        turnId,
        model,
        channel,
        now: toTimestamp(clock.now()),
      });
      if (accepted.kind === 'conflict')
        throw new AppError('conflict', 'This turn id was used before, for something else.');
      if (accepted.kind === 'accepted') {
        queue.add({ messageId: message.id, text: message.text, turnId }, 'first');
        queue.paused = false;
        runner.onAccepted(await store.sessions.get(sessionId));
      }
      return { turnId };
    },
    forget: (messageId) => void acks.delete(messageId),
  };
}
