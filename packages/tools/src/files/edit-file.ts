// The tool that changes a part of a file. What it does not change comes out byte by byte as it was: encoding, byte
// order mark, line ends.
import { defineTool, type Tool } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import * as z from 'zod';
import { willFail } from '../approval-notes.ts';
import { toBoundary } from '../boundary/boundary.ts';
import { toRelativePath } from '../boundary/parse-path.ts';
import { closeTarget, openExistingTarget } from '../boundary/write-target.ts';
import { encodeText, encodingLabels } from '../text/text-encoding.ts';
import { toUnifiedDiff } from '../text/unified-diff.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toToolResult } from '../tool-result.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { changeFile } from './change-file.ts';
import { readTextFile, type TextFile, toTextFile } from './read-text.ts';
import { type Replacement, replaceTexts } from './replace-text.ts';

const echoedDiffBytes = 4096;
const maxEdits = 200;

const oldText = z.string().min(1).describe('The exact text to replace');
const newText = z.string().describe('What to put in its place');
const replaceAll = z.boolean().default(false).describe('Replace every occurrence');

const Input = z
  .object({
    path: z.string().describe('Path of the file, relative to the workspace'),
    oldText: oldText.optional(),
    newText: newText.optional(),
    replaceAll,
    edits: z
      .array(z.object({ oldText, newText, replaceAll }))
      .min(1)
      .max(maxEdits)
      .optional()
      .describe('Several replacements, in the place of oldText and newText'),
  })
  .superRefine((input, context) => {
    const single = input.oldText !== undefined && input.newText !== undefined;
    const none = input.oldText === undefined && input.newText === undefined;
    if (input.edits ? !none : !single) context.addIssue('Give oldText and newText, or edits, and not both.');
  });

export function createEditFile(settings: ToolSettings): Tool {
  const { limits, hidden, reads } = settings;
  return defineTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file of the workspace by another. oldText must be in the file exactly as given, with all ' +
      'its spaces and without line numbers, and only once, unless replaceAll is set. Give one oldText and newText, or ' +
      'several as edits: they are made in order, all of them or none.',
    input: Input,
    risk: 'write',
    concurrencySafe: false,
    title: ({ path }) => `Edit ${toOneLine(path)}`,
    preview: async (input, { workspace, signal }) => {
      const { path } = input;
      try {
        const boundary = await toBoundary(workspace, hidden);
        const file = await readTextFile(boundary, toRelativePath(boundary, path), path, signal);
        const edit = toEdit(file, toReplacements(input), path);
        return toUnifiedDiff(path, file.text, edit.text, limits.maxOutputBytes);
      } catch (error) {
        if (error instanceof AppError) return { notes: [willFail(error.message)] };
        throw error;
      }
    },
    run: (input, { workspace, signal, ...call }) =>
      toToolResult(signal, async () => {
        const { path } = input;
        const boundary = await toBoundary(workspace, hidden);
        const target = await openExistingTarget(boundary, toRelativePath(boundary, path), path);
        try {
          const file = await toTextFile(target.existing, path, signal);
          reads.check(call.sessionId, file.place, file.bytes, path);
          const edit = toEdit(file, toReplacements(input), path);
          signal.throwIfAborted();
          await changeFile(settings, { boundary, target, former: file.bytes, next: edit.bytes, call });
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

function toReplacements(input: z.infer<typeof Input>): Replacement[] {
  const { edits, oldText = '', newText = '', replaceAll } = input;
  return edits ?? [{ oldText, newText, replaceAll }];
}

type Edit = { text: string; lines: number[]; bytes: Buffer };

function toEdit(file: TextFile, replacements: readonly Replacement[], shown: string): Edit {
  const replaced = replaceTexts(file.text, replacements, shown);
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
