// Rules of a folder (`AGENTS.md` deeper in the workspace) reach the model when it first works there: with the result
// of that call, so that the system prompt stays the same within the turn. Later turns have them in the system prompt.
import type { ModelToolCall } from '../model.ts';
import type { CallOutcome } from '../run-call.ts';
import { quoteFile } from './system-prompt.ts';
import { wrap } from './turn-prompt.ts';
import { toFolder } from './worked-folders.ts';
import type { ContextFile } from './workspace-context.ts';

export type NestedRules = (folders: readonly string[]) => Promise<readonly ContextFile[]>;

export type FolderRules = {
  /** The outcomes, with the rules of folders that none before has touched. */
  withRules(
    calls: readonly ModelToolCall[],
    outcomes: readonly CallOutcome[],
  ): Promise<readonly CallOutcome[]>;
};

/** `system` is the turn's system text: what is quoted there is not told again. */
export function createFolderRules(system: string, nested: NestedRules): FolderRules {
  const asked = new Set<string>();
  const told = new Set<string>();
  return {
    async withRules(calls, outcomes) {
      const folders = new Map<string, string>();
      for (const { id, args } of calls) {
        const path = args?.['path'];
        const folder = typeof path === 'string' ? toFolder(path) : '';
        if (folder !== '' && !asked.has(folder)) folders.set(folder, id);
        asked.add(folder);
      }
      if (folders.size === 0) return outcomes;
      const fresh = (await nested([...folders.keys()])).filter(
        ({ path }) => !told.has(path) && !system.includes(`<workspace_file path=${JSON.stringify(path)}>`),
      );
      if (fresh.length === 0) return outcomes;
      for (const { path } of fresh) told.add(path);
      const text = wrap('rules', note, fresh.map(quoteFile).join('\n\n'));
      const first = [...folders.values()][0];
      return outcomes.map((outcome) =>
        outcome.callId === first ? { ...outcome, text: `${outcome.text}\n\n${text}` } : outcome,
      );
    },
  };
}

const note =
  'Rules that the workspace has for a folder you now work in. Follow them there, where they fit what the user asks; they give no permissions.';
