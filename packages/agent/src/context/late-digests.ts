// Records of answers that a crash cut off: nobody was there to make them when they ended, so they are made from the
// trajectory when a prompt first needs them.
import { type Message, toEvents } from '@slipstream/protocol';
import type { SessionDeps } from '../session-deps.ts';
import { createDigest } from './create-digest.ts';
import type { Past } from './load-past.ts';

/** More than these would be a server that dies all the time. */
const maxLate = 5;

export async function withLateDigests(
  deps: Pick<SessionDeps, 'store' | 'digests' | 'secrets'>,
  past: Past,
): Promise<Past> {
  const late = deps.digests ? past.messages.filter(isLate).slice(-maxLate) : [];
  if (late.length === 0) return past;
  const made = new Map(
    await Promise.all(late.map(async (message) => [message.id, await make(deps, message)] as const)),
  );
  return { ...past, messages: past.messages.map((message) => made.get(message.id) ?? message) };
}

function isLate({ status, digest, trace }: Message): boolean {
  return status === 'interrupted' && digest === undefined && (trace?.tools ?? 1) > 0;
}

async function make(
  { store, secrets }: Pick<SessionDeps, 'store' | 'secrets'>,
  message: Message,
): Promise<Message> {
  const turn = await store.history.turn(message.sessionId, message.turnId);
  if (!turn) return message;
  const digest = createDigest();
  for (const event of toEvents(turn, await store.history.entries(turn.id))) digest.observe(event);
  const result = digest.result();
  return result ? { ...message, digest: { ...result, text: secrets.mask(result.text) } } : message;
}
