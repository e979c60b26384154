// Looks at a file that a tool changed, and puts its former content back. Paths are checked at use, by the same boundary
// as the tools: a record from long ago says nothing of where a path leads today.
import type { FileRestorer } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { toBoundary } from '../boundary/boundary.ts';
import { openFile } from '../boundary/open-inside.ts';
import { toRelativePath } from '../boundary/parse-path.ts';
import { readContent } from '../boundary/read-content.ts';
import { closeTarget, openExistingTarget, removeTarget, replaceContent } from '../boundary/write-target.ts';
import { toContentHash } from '../text/content-hash.ts';
import { compareFile } from './compare-file.ts';
import type { FormerContents } from './former-contents.ts';

export function createFileRestorer(options: {
  contents: FormerContents;
  hidden: readonly string[];
}): FileRestorer {
  const { contents, hidden } = options;
  const never = new AbortController().signal;
  return {
    async look(workspace, path) {
      try {
        const boundary = await toBoundary(workspace, hidden);
        const opened = await openFile(boundary, toRelativePath(boundary, path), path);
        try {
          return toContentHash(await readContent(opened, path, never));
        } finally {
          await opened.handle.close();
        }
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    isKept: ({ sessionId, before }) =>
      before === null ? Promise.resolve(true) : contents.has(sessionId, before),
    async restore(workspace, { sessionId, path, before, after }) {
      const former = before === null ? null : await contents.read(sessionId, before);
      if (former === undefined) return false;
      const boundary = await toBoundary(workspace, hidden);
      try {
        const target = await openExistingTarget(boundary, toRelativePath(boundary, path), path);
        try {
          const content = await readContent(target.existing, path, never);
          if (toContentHash(content) !== after) return false;
          if (former === null) await removeTarget(target);
          else await replaceContent(target, former);
          return true;
        } finally {
          await closeTarget(target);
        }
      } catch (error) {
        // Gone, led outside or changed in this very moment: the look that follows says which.
        if (error instanceof AppError && refused.has(error.code)) return false;
        throw error;
      }
    },
    compare: (workspace, change) => compareFile({ workspace, hidden }, contents, change),
    forget: (sessionId) => contents.forget(sessionId),
  };
}

const refused = new Set<AppError['code']>([
  'not_found',
  'conflict',
  'forbidden',
  'invalid_request',
  'too_large',
]);
