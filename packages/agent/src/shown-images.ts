// Keeps the images that tools give, so that people see them where the call stands. Few and not too large for one turn,
// and only what the keeper of files takes for a picture; what is not kept is still told in words by the tool's output.
import type { ShownImage } from '@slipstream/protocol';
import { toTimestamp } from './clock.ts';
import type { PromptImage } from './model.ts';
import type { SessionDeps } from './session-deps.ts';

/** Gives those that were kept. Never rejects. */
export type ImageKeeper = (images: readonly PromptImage[]) => Promise<ShownImage[]>;

const maxOfCall = 8;
const maxOfTurn = 50;
const maxTurnBytes = 32 * 1024 * 1024;

export function createImageKeeper(
  deps: Pick<SessionDeps, 'attachmentFiles' | 'store' | 'ids' | 'clock' | 'log'>,
  { sessionId, turnId }: { sessionId: string; turnId: string },
): ImageKeeper {
  const { attachmentFiles: files, store, ids, clock, log } = deps;
  let count = 0;
  let size = 0;

  const keep = async ({ base64 }: PromptImage): Promise<ShownImage | undefined> => {
    const bytes = Math.ceil((base64.length * 3) / 4);
    if (!files || count >= maxOfTurn || size + bytes > maxTurnBytes) return undefined;
    count += 1;
    size += bytes;
    return files.whileKept(async () => {
      const kept = await files.keepImage(base64);
      if (!kept) return undefined;
      const id = ids.next();
      const name = `image.${kept.mediaType.slice('image/'.length)}`;
      const createdAt = toTimestamp(clock.now());
      await store.attachments.add({
        id,
        sessionId,
        turnId,
        name,
        ...kept,
        text: null,
        note: null,
        createdAt,
      });
      return { id, mediaType: kept.mediaType, bytes: kept.bytes };
    });
  };

  return async (images) => {
    const shown: ShownImage[] = [];
    for (const image of images.slice(0, maxOfCall)) {
      const one = await keep(image).catch((err: unknown) => {
        log.error({ err, turnId }, 'an image of a tool could not be kept');
        return undefined;
      });
      if (one) shown.push(one);
    }
    return shown;
  };
}
