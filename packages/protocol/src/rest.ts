// Bodies, queries and answers of the REST API.
import * as z from 'zod/mini';
import type { FileChangeRecord } from './file-changes.ts';
import type { QueuedMessage } from './frames.ts';
import { Id, Mode } from './primitives.ts';
import type { Message, ModelInfo, Session, SessionCompaction, TrajectoryEntry, Turn } from './records.ts';

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const model = z.string().check(z.minLength(1), z.maxLength(200));

export const CreateSessionBody = z.object({
  id: z.optional(Id),
  title: z.optional(title),
  model: z.optional(model),
  mode: z.optional(Mode),
  workspace: z.optional(z.string().check(z.maxLength(4096))),
});
export type CreateSessionBody = z.infer<typeof CreateSessionBody>;

/** `headId` is exactly the message; `branchId` is the newest end of what lies under the message. One of the two. */
export const UpdateSessionBody = z.object({
  title: z.optional(title),
  pinned: z.optional(z.boolean()),
  archived: z.optional(z.boolean()),
  model: z.optional(model),
  mode: z.optional(Mode),
  headId: z.optional(Id),
  branchId: z.optional(Id),
});
export type UpdateSessionBody = z.infer<typeof UpdateSessionBody>;

const limit = (max: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(max)), fallback);

export const ListSessionsQuery = z.object({
  limit: limit(200, 50),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  archived: z._default(z.stringbool(), false),
  q: z.optional(z.string().check(z.maxLength(10_000))),
});
export type ListSessionsQuery = z.infer<typeof ListSessionsQuery>;

export const ListMessagesQuery = z.object({ limit: limit(200, 50), before: z.optional(Id) });
export type ListMessagesQuery = z.infer<typeof ListMessagesQuery>;

/** `preview`: what the view of the turn shows at first, without the rest of long outputs. */
export const TrajectoryQuery = z.object({ preview: z._default(z.stringbool(), false) });

/** A step of a turn (of the sub-agent `agentId`, else of the main agent), or one of its calls. */
export const TurnPart = z.object({
  agentId: z.optional(z.string().check(z.maxLength(200))),
  step: z.coerce.number().check(z.int(), z.gte(1)),
  callId: z.optional(z.string().check(z.maxLength(1000))),
});
export type TurnPart = z.infer<typeof TurnPart>;
/** A model call of a turn. */
export const StepQuery = z.pick(TurnPart, { agentId: true, step: true });
export type StepQuery = z.infer<typeof StepQuery>;
/** The step's entry; or the call's, and then those of the questions about it. */
export type TurnPartEntries = { entries: TrajectoryEntry[] };

export const ChannelMessageBody = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(400_000)),
  messageId: z.optional(Id),
  attachments: z.optional(z.array(Id).check(z.maxLength(20))),
  model: z.optional(model),
  mode: z.optional(Mode),
  whenBusy: z.optional(z.enum(['queue', 'interrupt', 'reject'])),
});

export const SearchInput = z.object({
  q: z._default(z.string().check(z.maxLength(20_000)), ''),
  limit: limit(100, 30),
});

/**
 * What was found where. `messageId` is the message, or the answer whose work it belongs to; null for a title, and while
 * that turn runs. `marks` are the places in the snippet, by UTF-16 units.
 */
export type SearchHit = {
  sessionId: string;
  kind: 'title' | 'message' | 'arguments' | 'result';
  messageId: string | null;
  turnId: string | null;
  /** Of which tool the arguments or the result are. */
  tool?: string;
  title: string;
  snippet: string;
  marks: [start: number, end: number][];
  createdAt: string;
};
export type SearchResult = { hits: SearchHit[] };

export type QueueList = { queue: QueuedMessage[] };
export type SessionPage = { sessions: Session[]; nextCursor: string | null };
export type MessagePage = { messages: Message[]; nextCursor: string | null };
/** `changes`: what its tools changed in files, and when that was undone. */
export type Trajectory = { turn: Turn; entries: TrajectoryEntry[]; changes: FileChangeRecord[] };
const contextPath = z.string().check(z.minLength(1), z.maxLength(200));
export const WorkspaceFileQuery = z.object({ path: contextPath });
/** `version` is what reading gave: null for a file that was not there. */
export const WriteWorkspaceFileBody = z.object({
  path: contextPath,
  text: z.string().check(z.maxLength(300_000)),
  version: z.nullable(z.string().check(z.maxLength(100))),
});

/** A file of the workspace that goes into prompts. `bytes` is null where there is none; `truncated`: only a part goes in. */
export type WorkspaceFileInfo = {
  path: string;
  purpose: 'rules' | 'soul' | 'user' | 'memory' | 'heartbeat' | 'day';
  bytes: number | null;
  truncated: boolean;
  problem: string | null;
};
export type WorkspaceFileList = { files: WorkspaceFileInfo[] };
export type WorkspaceFileText = { path: string; text: string; version: string | null };

export const WorkspacePathsQuery = z.object({
  q: z._default(z.string().check(z.maxLength(200)), ''),
  limit: limit(50, 20),
});
/** Names alone; folders end in `/`. `more`: there are others. */
export type WorkspacePathList = { paths: string[]; more: boolean };
export type SkillList = { skills: { name: string; description: string }[] };

/** A fold of older messages, with what the summary says. Newest first in lists. */
export type CompactionRecord = SessionCompaction & { summary: string; createdAt: string; undone: boolean };
export type CompactionList = { compactions: CompactionRecord[] };
/** `compaction` is null where there is nothing to fold yet. */
export type CompactResult = { compaction: SessionCompaction | null };
/** What the next message of a session is sent with. `limit` is how many tokens there is room for. */
export type PromptView = {
  model: string;
  window: number;
  limit: number;
  tokens: number;
  sections: { name: string; text: string; tokens: number }[];
  tools: { count: number; tokens: number };
  messages: { role: 'user' | 'assistant'; text: string; tokens: number }[];
  problems: { path: string; problem: string }[];
};
/**
 * What of the conversation went along with a model call: earlier `messages` whole, the summary of older ones, what memory
 * had about the message, and the `results` of the turn's own calls, `shortened` of them only in part; `stepsFolded`: the
 * turn's earlier steps as a summary. `tokens`: all of the request by the server's own count, where it had to count.
 */
export type SentCounts = {
  messages: number;
  summary: boolean;
  recalled: boolean;
  results: number;
  shortened: number;
  stepsFolded: boolean;
  tokens?: number;
};
type PromptPartView = { name: string; text: string; tokens: number };
/** What one call of a past or running turn was sent. `tools` is null where it had none. */
export type StepPrompt = { sections: PromptPartView[]; tools: PromptPartView | null; sent: SentCounts };
/** Null where it was not kept. */
export type StepPromptResult = { prompt: StepPrompt | null };
export type ModelList = { models: ModelInfo[]; default: string };
/** `failed` is tried again; `problem` says what happened. */
export type McpServerInfo = {
  name: string;
  state: 'stopped' | 'starting' | 'ready' | 'failed';
  tools: string[];
  problem: string | null;
};
export type McpServerList = { servers: McpServerInfo[] };
/** A file with tools of the owner's own. */
export type OwnToolFileInfo = { path: string; tools: string[]; problem: string | null };
export type OwnToolList = { files: OwnToolFileInfo[] };
/** A rule of the owner's settings (`id` null), or one that was kept with "always allow". */
export type PermissionRuleInfo = {
  id: string | null;
  effect: 'allow' | 'ask' | 'deny';
  text: string;
  createdAt: string | null;
};
/** What keeps commands in: `none` with the reason, or a sandbox with or without network. */
export type SandboxInfo = {
  kind: 'bubblewrap' | 'none';
  reason: string | null;
  network: boolean;
  readable: string[];
  /** Address space of one process, in MiB; 0: no limit. */
  memoryMb: number;
  /** Whether commands can be run at all. */
  commands: boolean;
};
export type PermissionList = { rules: PermissionRuleInfo[]; sandbox: SandboxInfo };
export const HeartbeatSwitch = z.object({ on: z.boolean() });

/** How a periodic task went last: a turn's status, `running`, or `skipped` because another still ran. */
export type HeartbeatRun = { at: string; status: string; turnId: string | null };
export type HeartbeatTaskInfo = {
  id: string;
  schedule: string;
  text: string;
  /** Null while it is switched off, and where there is no next time. */
  nextAt: string | null;
  last: HeartbeatRun | null;
};
/** The periodic tasks of `HEARTBEAT.md`, and the session that they run in once one has run. */
export type HeartbeatInfo = {
  on: boolean;
  sessionId: string | null;
  tasks: HeartbeatTaskInfo[];
  problems: { line: number; problem: string }[];
};
export type ProblemBody = { code: string; message: string; details?: unknown };
