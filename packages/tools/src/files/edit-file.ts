// The tool that changes a part of a file. What it does not change comes out byte by byte as it was: encoding, byte
// order mark, line ends.
import { defineTool, type Tool } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import * as z from 'zod';
import { toBoundary } from '../boundary/boundary.ts';
import { toRelativePath } from '../boundary/parse-path.ts';
import { closeTarget, openExistingTarget, replaceContent } from '../boundary/write-target.ts';
import { encodeText, encodingLabels } from '../text/text-encoding.ts';
import { toUnifiedDiff } from '../text/unified-diff.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toToolResult } from '../tool-result.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { readTextFile, type TextFile, toTextFile } from './read-text.ts';
import { type Replacement, replaceText } from './replace-text.ts';

const echoedDiffBytes = 4096;

export function createEditFile({ limits, hidden }: ToolSettings): Tool {
  return defineTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file of the workspace by another. oldText must be in the file exactly as given, with all ' +
      'its spaces and without line numbers, and only once, unless replaceAll is set.',
    input: z.object({
      path: z.string().describe('Path of the file, relative to the workspace'),
      oldText: z.string().min(1).describe('The exact text to replace'),
      newText: z.string().describe('What to put in its place'),
      replaceAll: z.boolean().default(false).describe('Replace every occurrence'),
    }),
    risk: 'write',
    concurrencySafe: false,
    title: ({ path }) => `Edit ${toOneLine(path)}`,
    preview: async ({ path, ...replacement }, { workspace, signal }) => {
      try {
        const boundary = await toBoundary(workspace, hidden);
        const file = await readTextFile(boundary, toRelativePath(boundary, path), path, signal);
        const edit = toEdit(file, replacement, path);
        return toUnifiedDiff(path, file.text, edit.text, limits.maxOutputBytes);
      } catch (error) {
        if (error instanceof AppError) return `This will fail: ${error.message}`;
        throw error;
      }
    },
    run: ({ path, ...replacement }, { workspace, signal }) =>
      toToolResult(signal, async () => {
        const boundary = await toBoundary(workspace, hidden);
        const target = await openExistingTarget(boundary, toRelativePath(boundary, path), path);
        try {
          const file = await toTextFile(target.existing, path, signal);
          const edit = toEdit(file, replacement, path);
          signal.throwIfAborted();
          await replaceContent(target, edit.bytes);
          const times = edit.lines.length === 1 ? 'line' : `${edit.lines.length} places, the first at line`;
          return {
            output: `Edited ${path} at ${times} ${edit.lines[0]}.\n${toUnifiedDiff(path, file.text, edit.text, echoedDiffBytes)}`,
          };
        } finally {
          await closeTarget(target);
        }
      }),
  });
}

type Edit = { text: string; lines: number[]; bytes: Buffer };

function toEdit(file: TextFile, replacement: Replacement, shown: string): Edit {
  const replaced = replaceText(file.text, replacement, shown);
  if (!replaced.ok) throw new AppError('invalid_request', replaced.problem);
  const label = encodingLabels[file.encoding];
  if (!encodeText(file.text, file)?.equals(file.bytes))
    throw new AppError(
      'invalid_request',
      `"${shown}" is written in ${label}, which edit_file cannot write without damage. Convert it with bash (iconv) first.`,
    );
  const bytes = encodeText(replaced.text, file);
  if (!bytes)
    throw new AppError(
      'invalid_request',
      `newText has characters that the file's encoding (${label}) cannot hold.`,
    );
  return { text: replaced.text, lines: replaced.lines, bytes };
}
