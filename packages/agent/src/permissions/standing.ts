// What the user allowed for good: rules that were kept with "always allow", and how each tool of a server spoke of itself
// when it was last allowed. Kept in the store, read at every call; a model and a workspace can change neither.
import { type Clock, type Ids, toTimestamp } from '../clock.ts';
import type { PermissionStore, StoredRule } from '../store.ts';
import { type PermissionRule, toPermissionRule } from './rules.ts';

export type StandingPermissions = {
  stored(): readonly StoredRule[];
  rules(): readonly PermissionRule[];
  /** Counts from when it resolves. The same text twice is one rule. */
  allow(text: string): Promise<void>;
  /** False where there is no such rule (any more). Counts at once. */
  remove(id: string): Promise<boolean>;
  /** How the tool was when it was last allowed; undefined for one that never was. */
  known(tool: string): string | undefined;
  know(tool: string, fingerprint: string): Promise<void>;
};

/** Rejects with `storage`, as do its methods that change something. */
export async function createStandingPermissions(deps: {
  store: PermissionStore;
  clock: Clock;
  ids: Ids;
}): Promise<StandingPermissions> {
  const { store, clock, ids } = deps;
  const [found, tools] = await Promise.all([store.rules(), store.tools()]);
  let stored = found;
  let rules = stored.flatMap(toRule);
  const known = new Map(tools.map(({ name, fingerprint }) => [name, fingerprint]));
  const keep = (next: StoredRule[]) => {
    stored = next;
    rules = next.flatMap(toRule);
  };
  return {
    stored: () => stored,
    rules: () => rules,
    async allow(text) {
      // Of what is none nothing is stored.
      toPermissionRule('allow', text);
      const rule = await store.addRule({ id: ids.next(), text, createdAt: toTimestamp(clock.now()) });
      if (!stored.some(({ id }) => id === rule.id)) keep([...stored, rule]);
    },
    async remove(id) {
      keep(stored.filter((rule) => rule.id !== id));
      return store.removeRule(id);
    },
    known: (tool) => known.get(tool),
    async know(tool, fingerprint) {
      if (known.get(tool) === fingerprint) return;
      await store.setTool({ name: tool, fingerprint });
      known.set(tool, fingerprint);
    },
  };
}

/** One that a later version no longer reads allows nothing. */
function toRule({ text }: StoredRule): PermissionRule[] {
  try {
    return [toPermissionRule('allow', text)];
  } catch {
    return [];
  }
}
