// What the user allowed for good, in memory: for tests of whatever asks.
import { type StandingPermissions, toPermissionRule } from '@slipstream/agent';

export function createMemoryStanding(rules: readonly string[] = []): StandingPermissions {
  let texts = [...rules];
  const known = new Map<string, string>();
  return {
    stored: () => texts.map((text) => ({ id: text, text, createdAt: '2026-01-01T00:00:00.000Z' })),
    rules: () => texts.map((text) => toPermissionRule('allow', text)),
    async allow(text) {
      if (!texts.includes(text)) texts.push(text);
    },
    async remove(id) {
      const before = texts.length;
      texts = texts.filter((text) => text !== id);
      return texts.length < before;
    },
    known: (tool) => known.get(tool),
    async know(tool, fingerprint) {
      known.set(tool, fingerprint);
    },
  };
}
