// A message that much follows goes in parts. What is left where the store fails in the middle is what everybody sees.
import type { Store } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { createScriptedModel, reply } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { createBench, createReader, messageId, send, sessionId } from './create-bench.ts';

/** Fails after the first part, as often as `times` says. */
function failingAfterOnePart(store: Store, fault: { times: number }): Store {
  return {
    ...store,
    sessions: {
      ...store.sessions,
      async *removeMessage(...args) {
        for await (const part of store.sessions.removeMessage(...args)) {
          yield part;
          if (fault.times > 0) {
            fault.times -= 1;
            throw new AppError('storage', 'the disk is full');
          }
        }
      },
    },
  };
}

it('leaves a shorter chat that goes on, where the store fails in the middle', async () => {
  const fault = { times: 1 };
  const model = createScriptedModel(() => [reply.text('An answer.')]);
  const { sessions } = await createBench({ model, wrapStore: (store) => failingAfterOnePart(store, fault) });
  const reader = await createReader(sessions);
  const say = async (n: number) => {
    const end = reader.next('turn.finished');
    await send(sessions, n, `question ${n}`);
    await end;
  };
  for (let n = 1; n <= 20; n += 1) await say(n);
  const told = () => {
    const last = reader.frames.findLast((frame) => frame.type === 'snapshot');
    return last?.type === 'snapshot' ? last.messages.map(({ id }) => id) : [];
  };
  const shown = async () => (await sessions.messages(sessionId, { limit: 100 })).messages.map(({ id }) => id);

  await expect(sessions.deleteMessage(sessionId, messageId(3))).rejects.toMatchObject({ code: 'storage' });
  const left = await shown();
  expect(left).toHaveLength(8);
  expect(await sessions.get(sessionId)).toMatchObject({ messageCount: 8, headId: left.at(-1) });
  expect(told()).toEqual(left);
  // Its id is free again: it is a new message now.
  await say(20);
  expect(await shown()).toEqual([...left, messageId(20), expect.any(String)]);

  await sessions.deleteMessage(sessionId, messageId(3));
  expect(await shown()).toHaveLength(4);
  expect(told()).toEqual(await shown());
});
