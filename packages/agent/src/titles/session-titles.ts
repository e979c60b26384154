// Names sessions after their first answer, in the background: by a model, and by rule where there is none or it fails.
// It watches the sessions from outside, so that no turn waits for it; a session that goes to work again, and the end of
// the server, stop it. A title that somebody gave is never replaced.
import type { Message, Session, SessionDeletedFrame, SessionUpdatedFrame } from '@slipstream/protocol';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Model } from '../model.ts';
import type { Sessions } from '../sessions.ts';
import { toSessionTitle, untitled } from './session-title.ts';
import { writeTitle } from './write-title.ts';

export type SessionTitlesDeps = {
  sessions: Pick<Sessions, 'watch' | 'messages' | 'retitle'>;
  /** Who names this session; undefined where only the rule does. */
  model(session: Session): Model | undefined;
  clock: Clock;
  log: Log;
};

export type SessionTitles = {
  /** Stops what it is at and takes nothing new; resolves when nothing runs any more. */
  close(): Promise<void>;
};

const limitMs = 30_000;
const atOnce = 2;
const maxWaiting = 50;
/** Later than this a session keeps the title it has. */
const maxMessages = 6;

type Job = { session: Session; stop: AbortController };

export function createSessionTitles({ sessions, model, clock, log }: SessionTitlesDeps): SessionTitles {
  /** Sessions at work: only an answer that was seen to come makes a title. */
  const busy = new Set<string>();
  const jobs = new Map<string, Job>();
  const waiting: Job[] = [];
  const running = new Set<Promise<void>>();
  let closed = false;

  const unwatch = sessions.watch(onFrame);

  function onFrame(frame: SessionUpdatedFrame | SessionDeletedFrame): void {
    if (frame.type === 'session.deleted') {
      busy.delete(frame.sessionId);
      drop(frame.sessionId);
      return;
    }
    const { session } = frame;
    if (session.status !== 'idle') {
      busy.add(session.id);
      drop(session.id);
    } else if (busy.delete(session.id) && mayName(session)) take({ session, stop: new AbortController() });
  }

  function mayName({ lastTurn, messageCount }: Session): boolean {
    return lastTurn?.status === 'completed' && messageCount <= maxMessages;
  }

  function drop(sessionId: string): void {
    const job = jobs.get(sessionId);
    if (!job) return;
    jobs.delete(sessionId);
    job.stop.abort();
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
  }

  function take(job: Job): void {
    if (closed || waiting.length >= maxWaiting) return;
    drop(job.session.id);
    jobs.set(job.session.id, job);
    waiting.push(job);
    startNext();
  }

  function startNext(): void {
    while (running.size < atOnce) {
      const job = waiting.shift();
      if (!job) return;
      const run = name(job)
        .catch((err: unknown) => log.warn({ err, sessionId: job.session.id }, 'a session could not be named'))
        .finally(() => {
          running.delete(run);
          if (jobs.get(job.session.id) === job) jobs.delete(job.session.id);
          startNext();
        });
      running.add(run);
    }
  }

  async function name({ session, stop }: Job): Promise<void> {
    const { messages } = await sessions.messages(session.id, { limit: maxMessages });
    const conversation = toConversation(messages);
    if (!conversation || stop.signal.aborted) return;
    const byRule = toSessionTitle(conversation.question);
    if (session.title !== byRule && session.title !== untitled) return;
    const writer = model(session);
    const written =
      writer && !writer.info.demo
        ? await writeTitle({ model: writer, clock, limitMs }, conversation, stop.signal)
        : undefined;
    if (stop.signal.aborted) return;
    const title = written ?? byRule;
    if (title !== session.title) await sessions.retitle(session.id, { from: session.title, to: title });
  }

  return {
    async close() {
      closed = true;
      unwatch();
      for (const sessionId of [...jobs.keys()]) drop(sessionId);
      await Promise.all(running);
    },
  };
}

function toConversation(messages: readonly Message[]): { question: string; answer: string } | undefined {
  const [first] = messages;
  const answer = messages.find(({ role, status }) => role === 'assistant' && status === 'completed');
  return first?.role === 'user' && first.parentId === null && answer
    ? { question: first.text, answer: answer.text }
    : undefined;
}
