// The tool that writes a whole file.
import { defineTool, type Tool } from '@slipstream/agent';
import { AppError, toVisible } from '@slipstream/protocol';
import * as z from 'zod';
import { replacesBinary, willFail } from '../approval-notes.ts';
import { toBoundary } from '../boundary/boundary.ts';
import type { Opened } from '../boundary/open-inside.ts';
import { toRelativePath } from '../boundary/parse-path.ts';
import { readContent } from '../boundary/read-content.ts';
import { closeTarget, openIfThere, openTarget, type WriteTarget } from '../boundary/write-target.ts';
import { toByteCount, toLines } from '../text/counts.ts';
import { decodeText } from '../text/text-encoding.ts';
import { lineCount, toUnifiedDiff } from '../text/unified-diff.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toToolResult } from '../tool-result.ts';
import type { ToolSettings } from '../tool-settings.ts';
import type { UpcomingChange } from '../undo/change-journal.ts';
import { changeFile } from './change-file.ts';
import { type TextFile, toTextFile } from './read-text.ts';

/** How much of a diff the model is given back; people see all of it when they are asked. */
const echoedDiffBytes = 4096;

export function createWriteFile(settings: ToolSettings): Tool {
  const { limits, hidden, reads } = settings;
  return defineTool({
    name: 'write_file',
    description:
      'Writes a whole file of the workspace as UTF-8, making missing folders and replacing what was there. ' +
      'To change a part of a file use edit_file.',
    input: z.object({
      path: z.string().describe('Path of the file, relative to the workspace'),
      content: z.string().describe('The whole new content'),
    }),
    risk: 'write',
    concurrencySafe: false,
    title: ({ path }) => `Write ${toOneLine(path)}`,
    preview: async ({ path, content }, { workspace, signal }) => {
      try {
        const boundary = await toBoundary(workspace, hidden);
        const existing = await openIfThere(boundary, toRelativePath(boundary, path), path);
        const before =
          existing && (await fileOf(existing, path, signal).finally(() => existing.handle.close()))?.text;
        if (existing && before === undefined)
          return { text: toVisible(content), notes: [replacesBinary(toOneLine(path))] };
        return toUnifiedDiff(path, before, content, limits.maxOutputBytes);
      } catch (error) {
        if (error instanceof AppError) return { notes: [willFail(error.message)] };
        throw error;
      }
    },
    run: ({ path, content }, { workspace, signal, ...call }) =>
      toToolResult(signal, async () => {
        const boundary = await toBoundary(workspace, hidden);
        const target = await openTarget(boundary, toRelativePath(boundary, path), path);
        try {
          const former = await formerOf(target, path, signal);
          if (target.existing && typeof former !== 'string')
            reads.check(call.sessionId, target.existing.place, former, path);
          const before = typeof former === 'string' ? undefined : decodeText(former)?.text;
          const bytes = Buffer.from(content);
          signal.throwIfAborted();
          await changeFile(settings, { boundary, target, former, next: bytes, call });
          const size = `${toLines(lineCount(content))}, ${toByteCount(bytes.length)}`;
          if (!target.existing) return { output: `Created ${path} (${size}).` };
          if (before === undefined) return { output: `Overwrote ${path} (${size}).` };
          return {
            output: `Overwrote ${path} (${size}).\n${toUnifiedDiff(path, before, content, echoedDiffBytes)}`,
          };
        } finally {
          await closeTarget(target);
        }
      }),
  });
}

/** What is too large to be kept may still be overwritten, but not undone. */
async function formerOf(
  { existing }: WriteTarget,
  shown: string,
  signal: AbortSignal,
): Promise<UpcomingChange['former'] & (Buffer | string)> {
  if (!existing) return 'none';
  try {
    return await readContent(existing, shown, signal);
  } catch (error) {
    if (error instanceof AppError) return 'too-large';
    throw error;
  }
}

/** Undefined for what cannot be compared as text: it may still be overwritten. */
async function fileOf(existing: Opened, shown: string, signal: AbortSignal): Promise<TextFile | undefined> {
  try {
    return await toTextFile(existing, shown, signal);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
