// A file as a change found it, beside what it is now. Checked at use like everything that opens a path, and closed to
// what may hold keys: a difference would tell them.
import type { StoredFileChange } from '@slipstream/agent';
import { AppError, type ChangedFileDiff } from '@slipstream/protocol';
import { toBoundary, toShownPath } from '../boundary/boundary.ts';
import { openFile } from '../boundary/open-inside.ts';
import { toRelativePath } from '../boundary/parse-path.ts';
import { readContent } from '../boundary/read-content.ts';
import { refuseClosed } from '../browse/closed-places.ts';
import { decodeText } from '../text/text-encoding.ts';
import { toUnifiedDiff } from '../text/unified-diff.ts';
import type { FormerContents } from './former-contents.ts';

const maxComparedBytes = 2 * 1024 * 1024;
const maxDiffBytes = 128 * 1024;
const never = new AbortController().signal;

type Place = { workspace: string; hidden: readonly string[] };

/** Rejects with `forbidden` for what is closed, or leads out of the workspace by now. */
export async function compareFile(
  { workspace, hidden }: Place,
  contents: FormerContents,
  { sessionId, path, before }: StoredFileChange,
): Promise<Pick<ChangedFileDiff, 'state' | 'diff'>> {
  const now = await readNow({ workspace, hidden }, path);
  if (!Buffer.isBuffer(now)) return { state: now, diff: null };
  const former = before === null ? Buffer.alloc(0) : await contents.read(sessionId, before);
  if (former === undefined) return { state: 'lost', diff: null };
  if (before !== null && former.equals(now)) return { state: 'same', diff: null };
  if (former.length > maxComparedBytes) return { state: 'too_large', diff: null };
  const [old, text] = [decodeText(former)?.text, decodeText(now)?.text];
  if (old === undefined || text === undefined) return { state: 'binary', diff: null };
  const diff = toUnifiedDiff(path, before === null ? undefined : old, text, maxDiffBytes);
  // Where there are no lines to show, what it gives is a sentence for a model.
  return diff.startsWith('--- ') ? { state: 'changed', diff } : { state: 'rewritten', diff: null };
}

async function readNow({ workspace, hidden }: Place, path: string): Promise<Buffer | 'gone' | 'too_large'> {
  const boundary = await toBoundary(workspace, hidden);
  const relative = toRelativePath(boundary, path);
  refuseClosed(path, relative);
  try {
    const opened = await openFile(boundary, relative, path);
    try {
      refuseClosed(path, toShownPath(boundary, opened.place));
      return await readContent(opened, path, never, maxComparedBytes);
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found' || error.code === 'invalid_request') return 'gone';
    if (error.code === 'too_large') return 'too_large';
    throw error;
  }
}
