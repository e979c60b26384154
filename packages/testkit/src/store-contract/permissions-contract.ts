// What every PermissionStore does.
import { describe, expect, it } from 'vitest';
import { at } from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

export function describePermissions(openPlace: OpenPlace): void {
  describe('permissions', () => {
    const t = useStore(openPlace);
    const one = { id: 'one', text: 'bash(npm test *)', createdAt: at(1) };
    const two = { id: 'two', text: 'web_fetch(docs.example.com)', createdAt: at(2) };

    it('has none at first', async () => {
      expect(await t.store.permissions.rules()).toEqual([]);
      expect(await t.store.permissions.tools()).toEqual([]);
    });

    it('keeps rules in their order over a restart, each text once', async () => {
      const { permissions } = t.store;
      expect(await permissions.addRule(one)).toEqual(one);
      expect(await permissions.addRule(two)).toEqual(two);
      expect(await permissions.addRule({ ...one, id: 'three', createdAt: at(3) })).toEqual(one);
      await t.restart();
      expect(await t.store.permissions.rules()).toEqual([one, two]);
    });

    it('removes a rule once, for good', async () => {
      await t.store.permissions.addRule(one);
      expect(await t.store.permissions.removeRule('one')).toBe(true);
      expect(await t.store.permissions.removeRule('one')).toBe(false);
      await t.restart();
      expect(await t.store.permissions.rules()).toEqual([]);
    });

    it('knows of each tool what it was last told', async () => {
      await t.store.permissions.setTool({ name: 'docs__search', fingerprint: 'a' });
      await t.store.permissions.setTool({ name: 'docs__read', fingerprint: 'x' });
      await t.store.permissions.setTool({ name: 'docs__search', fingerprint: 'b' });
      await t.restart();
      const tools = await t.store.permissions.tools();
      expect(tools.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
        { name: 'docs__read', fingerprint: 'x' },
        { name: 'docs__search', fingerprint: 'b' },
      ]);
    });
  });
}
