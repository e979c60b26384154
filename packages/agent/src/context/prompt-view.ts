// What the next message of a session would be sent with, for people: by the same functions that send it.
import type { PromptView } from '@slipstream/protocol';
import { createStopDesk } from '../agents/agent-stops.ts';
import { describeCrewTools } from '../agents/crew.ts';
import { prepareAgents } from '../agents/prepare-agents.ts';
import { createAttached } from '../attached.ts';
import { createMissingModel } from '../missing-model.ts';
import type { SessionDeps } from '../session-deps.ts';
import { toUndonePaths } from '../session-undo.ts';
import type { StoredSession } from '../store.ts';
import { toToolSpec } from '../tool.ts';
import { toTurnTools } from '../turn-tools.ts';
import { withLateDigests } from './late-digests.ts';
import { loadPast } from './load-past.ts';
import { toPastPart } from './prompt-keeper.ts';
import { readPromptInput, toSessionPrompt } from './session-prompt.ts';
import { promptLimit } from './token-budget.ts';
import { attachedTokens, messageOverhead } from './token-counter.ts';
import { toPromptMessages } from './turn-prompt.ts';

export async function toPromptView(deps: SessionDeps, session: StoredSession): Promise<PromptView> {
  const model = deps.models.get(session.model) ?? createMissingModel(session.model);
  const files = { store: deps.store.attachments, files: deps.attachmentFiles };
  const attached = createAttached(files, model.info.vision);
  const loaded = await withLateDigests(deps, await loadPast(deps.store, session.id));
  const past = { ...loaded, messages: await Promise.all(loaded.messages.map(attached.read)) };
  const tools = toTurnTools(session.mode, deps.tools());
  const undone = toUndonePaths(await deps.store.changes.list(session.id));
  const input = await readPromptInput(deps, {
    sessionId: session.id,
    workspace: session.workspace,
    mode: session.mode,
    now: deps.clock.now(),
    tools,
    history: past.messages,
  });
  const sections = toSessionPrompt(input, deps.secrets);
  const none = { text: '', tokens: 0 };
  const messages = toPromptMessages({
    fixedTokens: 0,
    summary: past.summary === undefined ? null : { text: past.summary, tokens: 0 },
    past: past.messages.map((message) => toPastPart(message, undone)),
    recalled: null,
    user: none,
    stepsSummary: null,
    steps: [],
  })
    .map(({ role, text }) => ({
      role: role === 'user' ? role : ('assistant' as const),
      text: text.trimEnd(),
    }))
    .filter(({ text }) => text !== '');
  const { setup } = await prepareAgents(deps, input, createStopDesk());
  const specs = [...describeCrewTools(setup), ...[...tools.values()].map(toToolSpec)];
  const counts = await deps.budget.counter.count([
    JSON.stringify(specs),
    ...sections.map(({ text }) => text),
    ...messages.map(({ text }) => text),
  ]);
  const [toolTokens = 0, ...rest] = counts;
  const counted = messages.map((message, index) => ({
    ...message,
    tokens: (rest[sections.length + index] ?? 0) + attachedTokens(message.text) + messageOverhead,
  }));
  return {
    model: session.model,
    window: model.info.contextWindow,
    limit: promptLimit(model.info, deps.limits.maxOutputTokens, deps.budget.ratio(model.info.id)),
    tokens: [...rest.slice(0, sections.length), toolTokens, ...counted.map(({ tokens }) => tokens)].reduce(
      (sum, each) => sum + each,
      0,
    ),
    sections: sections.map((section, index) => ({ ...section, tokens: rest[index] ?? 0 })),
    tools: { count: specs.length, tokens: toolTokens },
    messages: counted,
    problems: [...input.context.problems],
  };
}
