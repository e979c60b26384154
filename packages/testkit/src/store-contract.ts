// The contract of the Store port, as tests. Every store runs all of it: one that passes can take another's place.
import { describe, expect, it } from 'vitest';
import { describeAccepting } from './store-contract/accept-contract.ts';
import { describeBranches } from './store-contract/branch-contract.ts';
import { describeChanges } from './store-contract/changes-contract.ts';
import { describeEntries } from './store-contract/entries-contract.ts';
import { describeFinishing } from './store-contract/finish-contract.ts';
import { describeHistory } from './store-contract/history-contract.ts';
import { describePermissions } from './store-contract/permissions-contract.ts';
import { describePrompts } from './store-contract/prompts-contract.ts';
import { newMessage, newSession, sessionId } from './store-contract/records.ts';
import { describeRecovery } from './store-contract/recover-contract.ts';
import { describeRemoving } from './store-contract/removing-contract.ts';
import { describeSearch } from './store-contract/search-contract.ts';
import { describeSessionList } from './store-contract/session-list-contract.ts';
import { describeSessions } from './store-contract/sessions-contract.ts';
import { type OpenPlace, useStore } from './store-contract/store-under-test.ts';
import { describeSummaries } from './store-contract/summaries-contract.ts';
import { describeToolImages } from './store-contract/tool-images-contract.ts';

export type { OpenPlace, StorePlace } from './store-contract/store-under-test.ts';

/** Adds the contract's tests for one kind of store. `openPlace` gives an empty place for data, once per test. */
export function describeStoreContract(name: string, openPlace: OpenPlace): void {
  describe(`the store contract: ${name}`, () => {
    describeSessions(openPlace);
    describeSessionList(openPlace);
    describeAccepting(openPlace);
    describeFinishing(openPlace);
    describeEntries(openPlace);
    describeChanges(openPlace);
    describeHistory(openPlace);
    describeBranches(openPlace);
    describeRemoving(openPlace);
    describeSearch(openPlace);
    describePrompts(openPlace);
    describeToolImages(openPlace);
    describeRecovery(openPlace);
    describePermissions(openPlace);
    describeSummaries(openPlace);
    describeClosing(openPlace);
  });
}

function describeClosing(openPlace: OpenPlace): void {
  describe('closing', () => {
    const t = useStore(openPlace);

    it('answers a ping while it is open', async () => {
      await expect(t.store.ping()).resolves.toBeUndefined();
    });

    it('lets what was asked before end, and refuses what comes after', async () => {
      const { store } = t;
      const asked = store.turns.acceptMessage(newMessage(1));
      const closed = store.close();
      const late = store.turns.acceptMessage(newMessage(2));
      const storage = { code: 'storage' };
      await expect(late).rejects.toMatchObject(storage);
      expect(await asked).toEqual({ kind: 'accepted', created: true });
      await closed;
      await store.close();
      await expect(store.ping()).rejects.toMatchObject(storage);
      await expect(store.sessions.get(sessionId(1))).rejects.toMatchObject(storage);
      await expect(store.sessions.create(newSession(2))).rejects.toMatchObject(storage);
      await t.restart();
      expect(await t.store.history.queue(sessionId(1))).toHaveLength(1);
    });
  });
}
