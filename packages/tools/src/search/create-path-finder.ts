// Finds files and folders of the workspace by what somebody has typed of their path, for the page's `@`. Gives names and
// nothing else: no link is followed, nothing outside or hidden is named, and a huge workspace costs a bounded search.

import type { WorkspacePathList } from '@slipstream/protocol';
import { toVisible } from '@slipstream/protocol';
import { toBoundary } from '../boundary/boundary.ts';
import { type ToolOptions, toSettings } from '../create-tools.ts';
import { rankPaths } from './rank-paths.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { toSearchArguments } from './search-arguments.ts';

export type PathFinder = {
  /** At most `limit` paths, folders with `/` at the end. Rejects with AppError. */
  find(query: string, limit: number): Promise<WorkspacePathList>;
};

type Listing = { paths: string[]; more: boolean };

const maxFiles = 20_000;
const maxBytes = 4 * 1024 * 1024;
/** So long one listing serves what is typed letter by letter. */
const keptMs = 3000;
const searchTimeoutMs = 5000;
const never = new AbortController().signal;

export function createPathFinder(options: ToolOptions & { workspace: string }): PathFinder {
  const settings = toSettings({ ...options, limits: { searchTimeoutMs } });
  const { clock, hidden } = settings;
  let kept: { listing: Promise<Listing>; until: number } | undefined;

  async function list(): Promise<Listing> {
    const boundary = await toBoundary(options.workspace, hidden);
    const args = await toSearchArguments(boundary, '.', ['!node_modules']);
    const { records, ended } = await runRipgrep(settings, boundary, {
      args: ['--files', '--null', ...args, '--', './'],
      separator: '\0',
      maxRecords: maxFiles,
      maxBytes,
      signal: never,
    });
    const files = records.map((record) => record.replace(/^(?:\.\/)+/, '')).filter(isWritablePath);
    return { paths: [...foldersOf(files), ...files], more: ended !== 'done' };
  }

  return {
    async find(query, limit) {
      if (!kept || clock.now() >= kept.until) {
        const listing = list();
        kept = { listing, until: clock.now() + keptMs };
        listing.catch(() => (kept = undefined));
      }
      const { paths, more } = await kept.listing;
      const found = rankPaths(paths, query, limit + 1);
      return { paths: found.slice(0, limit), more: more || found.length > limit };
    },
  };
}

/** A name that cannot be written in a message as it is (a line break, a direction override, broken bytes) is left out. */
export function isWritablePath(path: string): boolean {
  return toVisible(path) === path && !/[\n\t\uFFFD]/.test(path);
}

function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return [...folders];
}
