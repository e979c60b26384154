// Unacknowledged messages in storage, one key each, so that two tabs never overwrite each other's. Storage that is
// full or forbidden is no error: the message is then kept in memory alone.
import type { Mode, WhenBusy } from '@slipstream/protocol';
import type { OutboxStorage } from './environment.ts';
import type { PendingMessage } from './types.ts';

export type OutboxRecord = PendingMessage & {
  sessionId: string;
  /** Rises with each message of this origin. */
  order: number;
  model?: string;
  mode?: Mode;
  parentId?: string | null;
  whenBusy?: WhenBusy;
  attachments?: readonly string[];
};

export type OutboxRecords = {
  /** All of this origin, oldest first. What cannot be read is left alone. */
  load(): OutboxRecord[];
  save(record: OutboxRecord): void;
  remove(messageId: string): void;
  /** False only when storage works and does not have it: another tab has settled it. */
  has(messageId: string): boolean;
};

export function createOutboxRecords(storage: OutboxStorage | null, baseUrl: string): OutboxRecords {
  const prefix = `slipstream.outbox.${baseUrl}.`;

  return {
    load() {
      const records: OutboxRecord[] = [];
      attempt(() => {
        if (!storage) return;
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
        for (const key of keys) {
          if (!key?.startsWith(prefix)) continue;
          const record = parse(storage.getItem(key));
          if (record && `${prefix}${record.messageId}` === key) records.push(record);
        }
      });
      return records.sort((a, b) => a.order - b.order);
    },
    save(record) {
      attempt(() => storage?.setItem(prefix + record.messageId, JSON.stringify(record)));
    },
    remove(messageId) {
      attempt(() => storage?.removeItem(prefix + messageId));
    },
    has(messageId) {
      let has = true;
      attempt(() => {
        if (storage) has = storage.getItem(prefix + messageId) !== null;
      });
      return has;
    },
  };
}

function attempt(use: () => void): void {
  try {
    use();
  } catch {
    // See the head of this file.
  }
}

function parse(text: string | null): OutboxRecord | null {
  try {
    const record: unknown = JSON.parse(text ?? 'null');
    if (typeof record !== 'object' || record === null) return null;
    const { messageId, sessionId, text: words, createdAt, state, order } = record as Partial<OutboxRecord>;
    const whole = [messageId, sessionId, words, createdAt, state].every((part) => typeof part === 'string');
    return whole && typeof order === 'number' ? (record as OutboxRecord) : null;
  } catch {
    return null;
  }
}
