// What the workspace adds to a prompt, and the port that reads it. The texts are somebody's files: they are quoted to
// the model and never taken for the rules of this program.

/** A file as it goes into the prompt: `text` is at most `maxContextFileBytes` of it, `bytes` the size of all of it. */
export type ContextFile = { path: string; text: string; bytes: number; truncated: boolean };

/** The name and the one line by which a model finds a skill. */
export type SkillSummary = { name: string; description: string };

/** Something that is there and could not be used, in words for people. */
export type ContextProblem = { path: string; problem: string };

/** An entry of memory, and the file that it is in. */
export type Recalled = { path: string; text: string };

export type WorkspaceContext = {
  /** `AGENTS.md`: the root's first, then those of folders that are worked in, outer ones first. */
  rules: readonly ContextFile[];
  soul: ContextFile | null;
  user: ContextFile | null;
  /** `MEMORY.md`, then the recent days, the oldest first. */
  memory: readonly ContextFile[];
  skills: readonly SkillSummary[];
  /** Whether the session's plan file is there. */
  planned: boolean;
  problems: readonly ContextProblem[];
};

export type ContextRequest = {
  workspace: string;
  /** YYYY-MM-DD: whose days are recent. */
  date: string;
  /** Folders of the workspace that are worked in, relative to it. */
  folders: readonly string[];
  planPath: string;
};

/** Reads what the workspace adds. Never rejects: what cannot be read is one of `problems`, what is missing is not. */
export type ContextSource = {
  read(request: ContextRequest): Promise<WorkspaceContext>;
  /** What memory holds about a message, beyond what `read` gives; the best first, within a budget. Never rejects. */
  recall(workspace: string, date: string, text: string): Promise<readonly Recalled[]>;
  /** The `AGENTS.md` that count for these folders, without the root's. Never rejects. */
  nested(workspace: string, folders: readonly string[]): Promise<readonly ContextFile[]>;
};

export const maxContextFileBytes = 32 * 1024;

export const emptyContext: WorkspaceContext = {
  rules: [],
  soul: null,
  user: null,
  memory: [],
  skills: [],
  planned: false,
  problems: [],
};

/** For where there is no workspace to read. */
export const noContextSource: ContextSource = {
  read: async () => emptyContext,
  nested: async () => [],
  recall: async () => [],
};
