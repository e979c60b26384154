// The tool that shows a page of a text file.
import { defineTool, type Tool, type ToolResult } from '@slipstream/agent';
import * as z from 'zod';
import { toBoundary } from '../boundary/boundary.ts';
import { openFile } from '../boundary/open-inside.ts';
import { toRelativePath } from '../boundary/parse-path.ts';
import { readContent } from '../boundary/read-content.ts';
import { toByteCount, toLines } from '../text/counts.ts';
import { maxImageBytes, toImageType } from '../text/image-type.ts';
import { encodingLabels } from '../text/text-encoding.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toFailure, toToolResult } from '../tool-result.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { type Page, toPage } from './page-lines.ts';
import { type TextFile, toDecoded } from './read-text.ts';

/** More than a file to change may have: what a command wrote can be paged through. */
const maxReadBytes = 51 * 1024 * 1024;
/** Room for what is said about the page. */
const notesBytes = 512;

export function createReadFile({ limits, hidden, reads }: ToolSettings): Tool {
  return defineTool({
    name: 'read_file',
    description:
      'Reads a text file of the workspace with line numbers (a number, a tab, the line), or shows an image. ' +
      `Gives at most ${limits.maxPageLines} lines or ${pageBytes(limits) / 1024} KiB at once and says how to continue.`,
    input: z.object({
      path: z.string().describe('Path of the file, relative to the workspace'),
      offset: z.int().min(1).default(1).describe('First line to show, from 1'),
      limit: z.int().min(1).optional().describe('How many lines to show at most'),
    }),
    risk: 'read',
    concurrencySafe: true,
    title: ({ path, offset }) => `Read ${toOneLine(path)}${offset > 1 ? ` from line ${offset}` : ''}`,
    run: ({ path, offset, limit }, { workspace, signal, sessionId }) =>
      toToolResult(signal, async () => {
        const boundary = await toBoundary(workspace, hidden);
        const opened = await openFile(boundary, toRelativePath(boundary, path), path);
        const bytes = await readContent(opened, path, signal, maxReadBytes).finally(() =>
          opened.handle.close(),
        );
        const imageType = toImageType(bytes);
        if (imageType !== undefined) return toImageResult(path, imageType, bytes);
        const file = toDecoded(bytes, opened.place, path);
        reads.remember(sessionId, file.place, file.bytes);
        if (file.text === '') return { output: '[the file is empty]' };
        const maxLines = Math.min(limit ?? limits.maxPageLines, limits.maxPageLines);
        const page = toPage(file.text, offset, { maxLines, maxBytes: pageBytes(limits) - notesBytes });
        if (page.total < offset)
          return toFailure(`"${path}" has only ${toLines(page.total)}; there is no line ${offset}.`);
        return toResult(page, file);
      }),
  });
}

function toImageResult(path: string, mediaType: string, bytes: Buffer): ToolResult {
  const what = `${mediaType}, ${toByteCount(bytes.length)}`;
  if (bytes.length > maxImageBytes)
    return toFailure(
      `"${path}" is an image (${what}), larger than the ${toByteCount(maxImageBytes)} that can be shown.`,
    );
  return { output: `[image ${what}]`, images: [{ mediaType, base64: bytes.toString('base64') }] };
}

function pageBytes(limits: ToolSettings['limits']): number {
  return Math.min(limits.maxPageBytes, limits.maxOutputBytes);
}

function toResult(page: Page, file: TextFile): ToolResult {
  const notes: string[] = [];
  if (file.encoding !== 'utf-8') notes.push(`[decoded from ${encodingLabels[file.encoding]}]`);
  const range = `lines ${page.first}–${page.last} of ${page.total}`;
  if (page.next !== undefined) notes.push(`[${range}; continue with offset ${page.next}]`);
  else if (page.first > 1) notes.push(`[${range}]`);
  const output = [page.text, ...notes].join('\n');
  return page.next === undefined ? { output } : { output, truncated: true, bytes: file.bytes.length };
}
