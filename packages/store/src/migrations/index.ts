// The migrations by name, oldest first. A released one is never changed: what it missed is a new one's work.
import type { Migration } from 'kysely/migration';
import * as sessionsTurnsMessagesTrajectories from './2026-11-30-sessions-turns-messages-trajectories.ts';
import * as costOfTurns from './2026-12-01-cost-of-turns.ts';
import * as branchesAndQueue from './2026-12-02-branches-and-queue.ts';
import * as fileChanges from './2026-12-02-file-changes.ts';
import * as permissions from './2026-12-03-permissions.ts';
import * as summariesAndDigests from './2026-12-04-summaries-and-digests.ts';
import * as estimatedUsageOfSessions from './2026-12-05-estimated-usage-of-sessions.ts';
import * as search from './2026-12-06-search.ts';
import * as todos from './2026-12-06-todos.ts';
import * as attachments from './2026-12-07-attachments.ts';
import * as channels from './2026-12-08-channels.ts';
import * as prompts from './2026-12-09-prompts.ts';
import * as imagesOfTools from './2026-12-10-images-of-tools.ts';
import * as timeOfKeptText from './2026-12-11-time-of-kept-text.ts';

export const migrations: Record<string, Migration> = {
  '2026-11-30-sessions-turns-messages-trajectories': sessionsTurnsMessagesTrajectories,
  '2026-12-01-cost-of-turns': costOfTurns,
  '2026-12-02-branches-and-queue': branchesAndQueue,
  '2026-12-02-file-changes': fileChanges,
  '2026-12-03-permissions': permissions,
  '2026-12-04-summaries-and-digests': summariesAndDigests,
  '2026-12-05-estimated-usage-of-sessions': estimatedUsageOfSessions,
  '2026-12-06-search': search,
  '2026-12-06-todos': todos,
  '2026-12-07-attachments': attachments,
  '2026-12-08-channels': channels,
  '2026-12-09-prompts': prompts,
  '2026-12-10-images-of-tools': imagesOfTools,
  '2026-12-11-time-of-kept-text': timeOfKeptText,
};
