// Server frames and folds, for tests.
import type { SequencedEvent, ServerFrame, SnapshotFrame } from '@slipstream/protocol';
import { applyFrame } from '../apply-frame.ts';
import { emptyFold, type SessionFold } from '../session-fold.ts';
import { aSession, sessionId } from './records.ts';

export const snapshot = (changes: Partial<SnapshotFrame> = {}): SnapshotFrame => ({
  type: 'snapshot',
  sessionId,
  log: 'log-1',
  seq: 0,
  session: aSession(),
  messages: [],
  hasMore: false,
  turn: null,
  queue: [],
  ...changes,
});

export const events = (list: readonly SequencedEvent[]): ServerFrame => ({
  type: 'events',
  sessionId,
  at: '',
  events: [...list],
});

export const fold = (start: SessionFold, ...frames: ServerFrame[]) => frames.reduce(applyFrame, start);

/** After a first snapshot. */
export const ready = (changes: Partial<SnapshotFrame> = {}) =>
  applyFrame(emptyFold(sessionId, []), snapshot(changes));
