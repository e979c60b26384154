// The tool that searches in the content of files.
import { defineTool, type Tool } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import * as z from 'zod';
import { toBoundary } from '../boundary/boundary.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toToolResult } from '../tool-result.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { timeNote } from './glob.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { toGlob, toSearchArguments } from './search-arguments.ts';
import { toAnyPlace } from './search-place.ts';

/** Bytes of a line that are shown; minified files have lines of megabytes. */
const maxLineBytes = '400';
const maxPatternLength = 10_000;

export function createGrep(settings: ToolSettings): Tool {
  const { limits } = settings;
  return defineTool({
    name: 'grep',
    description:
      'Searches the files of the workspace for a regular expression (Rust syntax; (?i) ignores case) and gives ' +
      'path:line:text for each matching line. Files that .gitignore excludes, .git, and files over 16 MiB are left out.',
    input: z.object({
      pattern: z.string().min(1).max(maxPatternLength).describe('Regular expression'),
      path: z.string().default('.').describe('Folder or file to search, relative to the workspace'),
      include: z.string().min(1).optional().describe('Only files whose path matches this glob, such as *.ts'),
      context: z.int().min(0).max(20).default(0).describe('Lines to show before and after each match'),
    }),
    risk: 'read',
    concurrencySafe: true,
    title: ({ pattern, path }) =>
      `Search for ${toOneLine(pattern, 80)}${path === '.' ? '' : ` in ${toOneLine(path, 80)}`}`,
    run: ({ pattern, path, include, context }, { workspace, signal }) =>
      toToolResult(signal, async () => {
        if (pattern.includes('\0'))
          throw new AppError('invalid_request', 'The pattern contains a NUL character.');
        const boundary = await toBoundary(workspace, settings.hidden);
        const place = await toAnyPlace(boundary, path);
        const globs = include === undefined ? [] : [toGlob(boundary, place, include)];
        const args = await toSearchArguments(boundary, place, globs);
        const found = await runRipgrep(settings, boundary, {
          args: [
            ...['--null', '--line-number', '--no-heading', '--with-filename'],
            ...['--max-columns', maxLineBytes, '--max-columns-preview', '--context', String(context)],
            ...[...args, '-e', pattern, '--', `./${place}`],
          ],
          separator: '\n',
          maxRecords: Number.MAX_SAFE_INTEGER,
          maxBytes: limits.maxOutputBytes - 512,
          signal,
        });
        const lines = found.records.map(toLine);
        if (lines.length === 0 && found.ended === 'done')
          return { output: `Nothing matches in ${path === '.' ? 'the workspace' : path}.` };
        const notes = {
          done: [],
          limit: [`[the first ${lines.length} lines; there are more: narrow the pattern, path or include]`],
          timeout: [timeNote(limits.searchTimeoutMs)],
        };
        const output = [...lines, ...notes[found.ended]].join('\n');
        return found.ended === 'done' ? { output } : { output, truncated: true };
      }),
  });
}

/** `path NUL number : text` for a match, with `-` for the lines around it; as grep writes them. */
function toLine(record: string): string {
  const end = record.indexOf('\0');
  const line = end < 0 ? record : record.slice(end + 1);
  const shown = line.replaceAll('\0', '␀').replace(/\r$/, '');
  if (end < 0) return shown.replace(/^\.\//, '');
  const mark = /^\d+-/.test(line) ? '-' : ':';
  return `${record.slice(0, end).replace(/^(?:\.\/)+/, '')}${mark}${shown}`;
}
