// The one way in which a tool changes a file: written down first, then put in place whole, then remembered as seen.
import { type Boundary, toShownPath } from '../boundary/boundary.ts';
import { replaceContent, type WriteTarget } from '../boundary/write-target.ts';
import type { CallIds, ToolSettings } from '../tool-settings.ts';
import type { UpcomingChange } from '../undo/change-journal.ts';

export type FileChange = {
  boundary: Boundary;
  target: WriteTarget;
  former: UpcomingChange['former'];
  next: Buffer;
  call: CallIds;
};

/** Rejects with an AppError when nothing was changed. */
export async function changeFile(
  { journal, reads }: Pick<ToolSettings, 'journal' | 'reads'>,
  { boundary, target, former, next, call }: FileChange,
): Promise<void> {
  const place = target.existing?.place ?? `${target.folder.place}/${target.name}`;
  const takeBack = await journal.begin({ call, path: toShownPath(boundary, place), former, next });
  try {
    await replaceContent(target, next);
  } catch (error) {
    await takeBack();
    throw error;
  }
  reads.remember(call.sessionId, place, next);
}
