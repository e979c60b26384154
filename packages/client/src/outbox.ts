// Keeps every message until the server has acknowledged it, over lost sockets, reloads and restarts, and sends it as
// often as that takes, under the same id, which the server takes once. One message of a session is under way at a
// time, so that they arrive in the order in which they were written.
import { type AckFrame, AppError, errorTable, toAppError } from '@slipstream/protocol';
import { backoffDelayMs } from './backoff.ts';
import type { Environment } from './environment.ts';
import { bytesOnWire, isTooLargeToSend } from './message-size.ts';
import { createOutboxRecords, type OutboxRecord } from './outbox-records.ts';
import type { RequestFrame } from './requests.ts';
import type { PendingMessage, SendOptions } from './types.ts';

export type Outbox = {
  /** Gives the id of the message. */
  add(sessionId: string, text: string, options: SendOptions): string;
  retry(messageId: string): void;
  /** Gives the text of a failed message; the empty string where there is none of that id. */
  drop(messageId: string): string;
  dropSession(sessionId: string): void;
  /** What a session waits to have acknowledged, oldest first; the same array until it changes. */
  messagesOf(sessionId: string): readonly PendingMessage[];
  /** Sends what waits. To be called when a socket is ready. */
  online(): void;
  /** `code` 1009 means that a frame was too large for the server. */
  lost(code: number | undefined): void;
  close(): void;
};

type Entry = {
  record: OutboxRecord;
  shown: PendingMessage;
  /** Read from storage, where another tab may have it as well. */
  adopted: boolean;
  attempts: number;
  /** `waiting`: for the next try after a passing error. While it is not idle the later ones of its session wait. */
  phase: 'idle' | 'underway' | 'waiting';
  cancelTimer: () => void;
};

const none: readonly PendingMessage[] = [];

export function createOutbox(
  environment: Environment,
  options: {
    isOnline: () => boolean;
    ask: (frame: RequestFrame) => Promise<AckFrame>;
    changed: (sessionId: string) => void;
    /** Told before the message leaves the list. `resent`: it may have arrived long ago. */
    acked: (sessionId: string, message: PendingMessage, resent: boolean) => void;
    unauthorized: () => void;
  },
): Outbox {
  const records = createOutboxRecords(environment.storage, environment.baseUrl);
  const entries = new Map<string, Entry>();
  const lists = new Map<string, readonly PendingMessage[]>();
  let lastOrder = 0;

  for (const record of records.load()) {
    hold(record, true);
    lastOrder = Math.max(lastOrder, record.order);
  }

  function hold(record: OutboxRecord, adopted: boolean): void {
    entries.set(record.messageId, {
      record,
      shown: toPending(record),
      adopted,
      attempts: 0,
      phase: 'idle',
      cancelTimer: () => {},
    });
    lists.delete(record.sessionId);
  }

  function change(entry: Entry, state: PendingMessage['state'], error: PendingMessage['error']): void {
    if (entry.record.state === state && entry.record.error === error) return;
    entry.record = { ...entry.record, state, error };
    entry.shown = toPending(entry.record);
    records.save(entry.record);
    listChanged(entry.record.sessionId);
  }

  function remove(entry: Entry): void {
    entry.cancelTimer();
    entries.delete(entry.record.messageId);
    records.remove(entry.record.messageId);
    listChanged(entry.record.sessionId);
  }

  function listChanged(sessionId: string): void {
    lists.delete(sessionId);
    options.changed(sessionId);
  }

  function of(sessionId: string): Entry[] {
    return [...entries.values()].filter((entry) => entry.record.sessionId === sessionId);
  }

  /** Sends the first of a session's messages that has not failed, unless one is under way. */
  function pump(sessionId: string): void {
    if (!options.isOnline()) return;
    for (const entry of of(sessionId)) {
      if (entry.record.state === 'failed') continue;
      if (entry.phase !== 'idle') return;
      if (entry.adopted && !records.has(entry.record.messageId)) {
        remove(entry);
        continue;
      }
      void send(entry);
      return;
    }
  }

  async function send(entry: Entry): Promise<void> {
    const { sessionId, messageId, text } = entry.record;
    const problem = problemOf(entry.record);
    if (problem) {
      fail(entry, problem);
      return;
    }
    entry.phase = 'underway';
    entry.attempts += 1;
    try {
      await options.ask({
        type: 'message.send',
        sessionId,
        messageId,
        text,
        ...toFrameOptions(entry.record),
      });
    } catch (error) {
      entry.phase = 'idle';
      if (entries.get(messageId) === entry) refused(entry, error);
      return;
    }
    if (entries.get(messageId) !== entry) return;
    options.acked(sessionId, entry.shown, entry.adopted || entry.attempts > 1);
    remove(entry);
    pump(sessionId);
  }

  function refused(entry: Entry, thrown: unknown): void {
    // Failed while it was under way, by its size.
    if (entry.record.state === 'failed') return;
    const error = toAppError(thrown);
    if (error.code === 'unauthorized') options.unauthorized();
    else if (!errorTable[error.code].retryable) fail(entry, error);
    else if (options.isOnline()) tryLater(entry, error);
  }

  function tryLater(entry: Entry, error: AppError): void {
    change(entry, 'sending', { code: error.code, message: error.message });
    entry.phase = 'waiting';
    entry.cancelTimer = environment.setTimer(backoffDelayMs(entry.attempts, environment.random), () => {
      entry.phase = 'idle';
      pump(entry.record.sessionId);
    });
  }

  function fail(entry: Entry, error: AppError): void {
    change(entry, 'failed', { code: error.code, message: error.message });
    pump(entry.record.sessionId);
  }

  return {
    add(sessionId, text, sendOptions) {
      const messageId = environment.newId();
      lastOrder = Math.max(lastOrder + 1, environment.now());
      const record: OutboxRecord = {
        messageId,
        sessionId,
        text,
        createdAt: new Date(environment.now()).toISOString(),
        state: 'sending',
        error: null,
        order: lastOrder,
        ...toSendOptions(sendOptions),
      };
      records.save(record);
      hold(record, false);
      listChanged(sessionId);
      pump(sessionId);
      return messageId;
    },
    retry(messageId) {
      const entry = entries.get(messageId);
      if (entry?.record.state !== 'failed') return;
      change(entry, 'sending', null);
      pump(entry.record.sessionId);
    },
    drop(messageId) {
      const entry = entries.get(messageId);
      if (entry?.record.state !== 'failed') return '';
      remove(entry);
      return entry.record.text;
    },
    dropSession(sessionId) {
      for (const entry of of(sessionId)) remove(entry);
    },
    messagesOf(sessionId) {
      const known = lists.get(sessionId);
      if (known) return known;
      const list = of(sessionId).map((entry) => entry.shown);
      if (list.length === 0) return none;
      lists.set(sessionId, list);
      return list;
    },
    online() {
      for (const entry of entries.values()) {
        entry.cancelTimer();
        if (entry.phase === 'waiting') entry.phase = 'idle';
      }
      for (const sessionId of new Set([...entries.values()].map((entry) => entry.record.sessionId)))
        pump(sessionId);
    },
    lost(code) {
      if (code !== 1009) return;
      const underway = [...entries.values()].filter((entry) => entry.phase === 'underway');
      const largest = underway.sort((a, b) => bytesOnWire(b.record.text) - bytesOnWire(a.record.text))[0];
      if (largest) fail(largest, new AppError('too_large', 'This message is too large for the server.'));
    },
    close() {
      for (const entry of entries.values()) entry.cancelTimer();
    },
  };
}

/** Exactly the options that were given. */
function toSendOptions({ model, mode, parentId, whenBusy, attachments }: SendOptions): SendOptions {
  return {
    ...(model === undefined ? {} : { model }),
    ...(mode === undefined ? {} : { mode }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(whenBusy === undefined ? {} : { whenBusy }),
    ...(attachments === undefined ? {} : { attachments }),
  };
}

function toFrameOptions(record: OutboxRecord) {
  const { attachments, ...options } = toSendOptions(record);
  return { ...options, ...(attachments === undefined ? {} : { attachments: [...attachments] }) };
}

function toPending({ messageId, text, createdAt, state, error }: OutboxRecord): PendingMessage {
  return { messageId, text, createdAt, state, error };
}

/** What the server would refuse by closing the socket, for all sessions, instead of by an answer. */
function problemOf(record: OutboxRecord): AppError | null {
  if (record.text === '') return new AppError('invalid_request', 'The message has no text.');
  if (isTooLargeToSend(record.text))
    return new AppError('too_large', 'This message is too large to be sent.');
  return null;
}
