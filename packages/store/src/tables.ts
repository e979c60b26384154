// The tables as Kysely sees them. JSON columns are text, booleans are 0 and 1, times are ISO 8601 text; nothing outside
// this package sees a row. `seq` columns count rows as they were added and are for ordering only, never read out.
import type { EntryKind, EntryStatus, Message, Mode, Turn, TurnStatus } from '@slipstream/protocol';
import type { Generated, Selectable } from 'kysely';

type SessionTable = {
  id: string;
  title: string;
  model: string;
  mode: Mode;
  workspace: string;
  channel: Generated<string | null>;
  chat_id: Generated<string | null>;
  pinned: number;
  archived: number;
  head_id: string | null;
  message_count: Generated<number>;
  last_turn_id: string | null;
  last_turn_status: TurnStatus | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  reasoning_tokens: Generated<number>;
  cached_tokens: Generated<number>;
  cost_usd: Generated<number | null>;
  /** The newest summary that counts, as JSON without its text. */
  compaction: Generated<string | null>;
  usage_estimated: Generated<number | null>;
  todos: Generated<string | null>;
  created_at: string;
  updated_at: string;
};

/**
 * `model` and `mode` are null while a queued turn leaves them to its session. `queued_text` is the user's message
 * until the turn begins, `kept_text` the running turn's text so far and `kept_at` when it was kept; they are null otherwise. `edited_from` is what
 * was sent, where the text was changed while it waited. A turn that answers a message again has that in `answers_id`
 * and its own id as `user_message_id`. What waits runs by rising `rank`, then `seq`.
 */
type TurnTable = {
  seq: Generated<number>;
  id: string;
  session_id: string;
  user_message_id: string;
  assistant_message_id: string | null;
  status: Turn['status'];
  model: string | null;
  mode: Mode | null;
  channel: string;
  chat_id: Generated<string | null>;
  steps: Generated<number>;
  usage: string | null;
  cost_usd: Generated<number | null>;
  error: string | null;
  queued_text: string | null;
  kept_text: string | null;
  kept_at: Generated<string | null>;
  edited_from: Generated<string | null>;
  answers_id: Generated<string | null>;
  /** The last message that joined the turn: its answer goes under that. */
  tail_id: Generated<string | null>;
  /** Where `placed` is 1: the message to stand under. */
  parent_id: Generated<string | null>;
  placed: Generated<number>;
  /** The ids of its files, as JSON. */
  attachments: Generated<string | null>;
  rank: Generated<number>;
  accepted_at: string;
  started_at: string | null;
  ended_at: string | null;
};

/** Final messages only: the queued ones are in `turns`. */
type MessageTable = {
  seq: Generated<number>;
  id: string;
  session_id: string;
  parent_id: string | null;
  role: Message['role'];
  text: string;
  turn_id: string;
  status: TurnStatus;
  model: string | null;
  usage: string | null;
  usage_estimated: Generated<number | null>;
  cost_usd: Generated<number | null>;
  error: string | null;
  trace: string | null;
  attachments: Generated<string | null>;
  digest: Generated<string | null>;
  created_at: string;
};

type TrajectoryTable = {
  id: string;
  turn_id: string;
  parent_id: string | null;
  seq: number;
  kind: EntryKind;
  name: string;
  status: EntryStatus;
  input: string | null;
  output: string | null;
  usage: string | null;
  started_at: string;
  duration_ms: number | null;
  /** Of a model call: the prompt that it was sent, and what else went along, as JSON. */
  prompt: Generated<string | null>;
  sent: Generated<string | null>;
};

/** `text` is the hash of one. */
type PromptPartTable = { prompt: string; place: number; name: string; text: string };

type PromptTextTable = { hash: string; text: string };

type FileChangeTable = {
  seq: Generated<number>;
  id: string;
  session_id: string;
  turn_id: string;
  call_id: string;
  path: string;
  before: string | null;
  after: string;
  at: string;
  undone_at: string | null;
};

type PermissionRuleTable = { seq: Generated<number>; id: string; text: string; created_at: string };

type KnownToolTable = { name: string; fingerprint: string };

/** What the messages of a session up to `through_id` were folded into. */
type SummaryTable = {
  seq: Generated<number>;
  id: string;
  session_id: string;
  through_id: string;
  text: string;
  messages: number;
  before_tokens: number;
  after_tokens: number;
  undone: Generated<number>;
  created_at: string;
};

/** `sent` is 1 once a message with it was accepted. `text` is what a model reads of it; null for an image. */
type AttachmentTable = {
  id: string;
  session_id: string;
  sha256: string;
  name: string;
  media_type: string;
  bytes: number;
  text: string | null;
  note: string | null;
  sent: Generated<number>;
  /** The turn whose tool gave it; null for what people sent. */
  turn_id: Generated<string | null>;
  created_at: string;
};
export type AttachmentRow = Selectable<AttachmentTable>;

/** What the full-text index `search` knows under the same number; that table has no columns to read. */
type SearchDocTable = {
  id: Generated<number>;
  session_id: string;
  kind: number;
  source_id: string;
};

export type Tables = {
  attachments: AttachmentTable;
  search_docs: SearchDocTable;
  sessions: SessionTable;
  turns: TurnTable;
  messages: MessageTable;
  trajectories: TrajectoryTable;
  prompt_parts: PromptPartTable;
  prompt_texts: PromptTextTable;
  file_changes: FileChangeTable;
  permission_rules: PermissionRuleTable;
  known_tools: KnownToolTable;
  summaries: SummaryTable;
};

export type SessionRow = Selectable<SessionTable>;
export type TurnRow = Selectable<TurnTable>;
export type MessageRow = Selectable<MessageTable>;
export type SummaryRow = Selectable<SummaryTable>;
export type TrajectoryRow = Selectable<TrajectoryTable>;
