// Where a stored message goes in the list of the active branch.
import type { Message } from '@slipstream/protocol';

/**
 * The active branch with `message` as its last: behind its parent, without what followed there (another branch since).
 * A message that is there already is replaced, and what followed it goes. One whose parent is not in the list goes to
 * the end.
 */
export function placeMessage(messages: readonly Message[], message: Message): readonly Message[] {
  const known = messages.findLastIndex((each) => each.id === message.id);
  if (known >= 0) return [...messages.slice(0, known), message];
  if (message.parentId === null) return [message];
  const parent = messages.findLastIndex((each) => each.id === message.parentId);
  return [...(parent < 0 ? messages : messages.slice(0, parent + 1)), message];
}
