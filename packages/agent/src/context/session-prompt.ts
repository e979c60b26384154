// The system prompt of a session as it is now: what is read of the workspace, put together. Made once for each turn,
// so that all its steps send the same bytes; the page shows it by the same function.
import { type Message, type Mode, toPlanPath } from '@slipstream/protocol';
import { toTimestamp } from '../clock.ts';
import { createRecentResults } from '../recent-results.ts';
import type { SessionDeps } from '../session-deps.ts';
import type { ToolSet } from '../tool.ts';
import { buildSystemPrompt, type PromptInput, type PromptSection } from './system-prompt.ts';
import { toWorkedFolders } from './worked-folders.ts';

export type SessionPromptInput = {
  sessionId: string;
  workspace: string;
  mode: Mode;
  /** Epoch milliseconds; only its day counts. */
  now: number;
  tools: ToolSet;
  /** The messages before the new one. */
  history: readonly Pick<Message, 'digest'>[];
};

/** What the prompt is made of; sub-agents have theirs of the same. */
export async function readPromptInput(
  deps: Pick<SessionDeps, 'context' | 'system' | 'sandbox'>,
  input: SessionPromptInput,
): Promise<PromptInput> {
  const { sessionId, workspace, mode, tools } = input;
  const date = toTimestamp(input.now).slice(0, 10);
  const planPath = toPlanPath(sessionId);
  const context = await deps.context.read({
    workspace,
    date,
    folders: toWorkedFolders(input.history),
    planPath,
  });
  const environment = { system: deps.system, sandbox: deps.sandbox, workspace, date, planPath };
  return { tools: [...tools.values()], mode, context, environment };
}

/** As many as a prompt has sections, for a few prompts. */
const recent = createRecentResults<unknown, string>(64);

export function toSessionPrompt(input: PromptInput, secrets: SessionDeps['secrets']): PromptSection[] {
  return buildSystemPrompt(input).map(({ name, text }) => ({
    name,
    text: recent([secrets, text], () => secrets.mask(text)),
  }));
}
