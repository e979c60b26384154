// The tool that finds files by name.

import { defineTool, type Tool } from '@slipstream/agent';
import { toVisible } from '@slipstream/protocol';
import * as z from 'zod';
import { toBoundary } from '../boundary/boundary.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toToolResult } from '../tool-result.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { toGlob, toSearchArguments } from './search-arguments.ts';
import { toFolderPlace } from './search-place.ts';

export function createGlob(settings: ToolSettings): Tool {
  const { limits } = settings;
  return defineTool({
    name: 'glob',
    description:
      'Finds files of the workspace by name, sorted by path. "*.ts" matches at any depth, "src/*.ts" only in src, ' +
      '"src/**/*.ts" below it; {a,b} and [abc] work. Files that .gitignore excludes are found only when the pattern fits them; ' +
      'folders that it excludes, and .git, are never entered.',
    input: z.object({
      pattern: z.string().min(1).describe('Glob pattern, relative to path'),
      path: z.string().default('.').describe('Folder to search in, relative to the workspace'),
    }),
    risk: 'read',
    concurrencySafe: true,
    title: ({ pattern, path }) =>
      `Find ${toOneLine(pattern, 80)}${path === '.' ? '' : ` in ${toOneLine(path, 80)}`}`,
    run: ({ pattern, path }, { workspace, signal }) =>
      toToolResult(signal, async () => {
        const boundary = await toBoundary(workspace, settings.hidden);
        const place = await toFolderPlace(boundary, path);
        const args = await toSearchArguments(boundary, place, [toGlob(boundary, place, pattern)]);
        const found = await runRipgrep(settings, boundary, {
          args: ['--files', '--null', ...args, '--', `./${place}`],
          separator: '\0',
          maxRecords: limits.maxListedEntries,
          maxBytes: limits.maxOutputBytes - 512,
          signal,
        });
        const names = found.records.map(toName);
        const notes = {
          done: [],
          limit: [limitNote(names.length)],
          timeout: [timeNote(limits.searchTimeoutMs)],
        };
        if (names.length === 0 && found.ended === 'done')
          return { output: `No files match ${pattern} in ${path === '.' ? 'the workspace' : path}.` };
        const output = [...names, ...notes[found.ended]].join('\n');
        return found.ended === 'done' ? { output } : { output, truncated: true };
      }),
  });
}

function toName(record: string): string {
  return toVisible(record.replace(/^(?:\.\/)+/, '')).replaceAll('\n', '\\n');
}

function limitNote(count: number): string {
  return `[the first ${count} files; there are more: narrow the pattern or the path]`;
}

export function timeNote(ms: number): string {
  return `[stopped after ${ms / 1000} s; this is what was found until then]`;
}
