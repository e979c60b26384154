// The workspace for a person who looks through it: what is in a folder, what is in a file. Reads and nothing else. Paths
// go through the same boundary as the tools' (opened first, then asked where they really are); what ignore files leave
// out is not listed, and what may hold keys is not shown, whatever it is called by.

import { lstat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Readable as Streams } from 'node:stream';
import type { WorkspaceContent, WorkspaceEntry, WorkspaceFolder } from '@slipstream/protocol';
import { type Boundary, isAllowed, toBoundary, toShownPath } from '../boundary/boundary.ts';
import { entryPath, type Opened, openFile, openFolder } from '../boundary/open-inside.ts';
import { toRelativePath } from '../boundary/parse-path.ts';
import { type ToolOptions, toSettings } from '../create-tools.ts';
import { toImageType } from '../text/image-type.ts';
import { closedBy, refuseClosed } from './closed-places.ts';
import { readHead, toHeadText } from './read-head.ts';
import { createFolderWalk } from './walk-folders.ts';

export type WorkspaceBrowser = {
  /** Folders first, then files, each by name; nothing ignored, hidden, linked to or outside. */
  folder(path: string): Promise<WorkspaceFolder>;
  /** What is in a file: the beginning of a text, or what else it is. */
  content(path: string): Promise<WorkspaceContent>;
  /** The file as it is; whoever gets the stream reads or destroys it. `mediaType` is null for what is no image. */
  bytes(path: string): Promise<{ stream: Readable; name: string; mediaType: string | null }>;
};

export type WorkspaceBrowserOptions = ToolOptions & {
  workspace: string;
  /** Takes what must not be seen out of a text. */
  mask: (text: string) => string;
};

const maxEntries = 1000;
const maxTextBytes = 256 * 1024;
/** Enough to know an image by. */
const signatureBytes = 16;
const searchTimeoutMs = 5000;
const byName = new Intl.Collator('en', { numeric: true });

/** All of them reject with AppError; `forbidden` has `details.reason` where it is for what a file may hold. */
export function createWorkspaceBrowser(options: WorkspaceBrowserOptions): WorkspaceBrowser {
  const { workspace, mask } = options;
  const settings = toSettings({ ...options, limits: { searchTimeoutMs } });
  const namesIn = createFolderWalk(settings);
  const boundaryNow = () => toBoundary(workspace, settings.hidden);

  async function open(path: string): Promise<{ opened: Opened; place: string }> {
    const boundary = await boundaryNow();
    const relative = toRelativePath(boundary, path);
    refuseClosed(path, relative);
    const opened = await openFile(boundary, relative, path);
    try {
      const place = toShownPath(boundary, opened.place);
      refuseClosed(path, place);
      return { opened, place };
    } catch (error) {
      await opened.handle.close();
      throw error;
    }
  }

  return {
    async folder(path) {
      const boundary = await boundaryNow();
      const folder = await openFolder(boundary, toRelativePath(boundary, path), path);
      try {
        const place = toShownPath(boundary, folder.place);
        refuseClosed(path, place);
        const { names, cut } = await namesIn(boundary, place);
        const sorted = [...names].sort(
          ([a, aIsFolder], [b, bIsFolder]) => Number(bIsFolder) - Number(aIsFolder) || byName.compare(a, b),
        );
        const shown = sorted.slice(0, maxEntries);
        const entries = await Promise.all(shown.map(([name]) => toEntry(boundary, folder, name)));
        return {
          path: place === '.' ? '' : place,
          entries: entries.filter((entry) => entry !== null),
          more: cut || sorted.length > maxEntries,
        };
      } finally {
        await folder.handle.close();
      }
    },
    async content(path) {
      const { opened, place } = await open(path);
      try {
        const head = await readHead(opened, maxTextBytes);
        const { size, mtimeMs } = opened.stats;
        const about = { path: place, bytes: size, changedAt: new Date(mtimeMs).toISOString() };
        const mediaType = toImageType(head);
        if (mediaType !== undefined) return { ...about, kind: 'image', mediaType };
        const truncated = size > head.length;
        const text = toHeadText(head, truncated);
        return text === undefined
          ? { ...about, kind: 'binary' }
          : { ...about, kind: 'text', text: mask(text), truncated };
      } finally {
        await opened.handle.close();
      }
    },
    async bytes(path) {
      const { opened, place } = await open(path);
      const name = place.split('/').at(-1) ?? place;
      try {
        const mediaType = toImageType(await readHead(opened, signatureBytes)) ?? null;
        const { size } = opened.stats;
        if (size > 0)
          // No further than it reached when it was opened: a file that grows would never end.
          return { stream: opened.handle.createReadStream({ start: 0, end: size - 1 }), name, mediaType };
        await opened.handle.close();
        return { stream: Streams.from([]), name, mediaType };
      } catch (error) {
        await opened.handle.close();
        throw error;
      }
    },
  };
}

/** Null for what is gone meanwhile, or is no plain file or folder (any more). */
async function toEntry(boundary: Boundary, folder: Opened, name: string): Promise<WorkspaceEntry | null> {
  const place = `${folder.place}/${name}`;
  if (!isAllowed(boundary, place) || closedBy(name) === 'git') return null;
  const stats = await lstat(entryPath(folder, name)).catch(() => null);
  if (!stats || !(stats.isDirectory() || stats.isFile())) return null;
  const changedAt = new Date(stats.mtimeMs).toISOString();
  return stats.isDirectory()
    ? { name, kind: 'folder', bytes: null, changedAt }
    : { name, kind: 'file', bytes: stats.size, changedAt };
}
