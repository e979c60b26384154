// The files of a workspace that go into prompts, and the sessions' plans, for the person who keeps them: listed, read
// whole, and written. Only these files, by name, and never through a link that leads out.
import { maxContextFileBytes } from '@slipstream/agent';
import { AppError, type WorkspaceFileInfo, type WorkspaceFileText } from '@slipstream/protocol';
import { type Boundary, toBoundary } from '../boundary/boundary.ts';
import { closeTarget, openIfThere, openTarget, replaceContent } from '../boundary/write-target.ts';
import { toTextFile } from '../files/read-text.ts';
import { toContentHash } from '../text/content-hash.ts';
import { readContextFile, rootFiles } from './context-files.ts';
import { dayPath, listDays } from './memory-days.ts';

export type WorkspaceFiles = {
  /** The root's files, also those that are not there, and the newest days of memory; no plans. */
  list(): Promise<WorkspaceFileInfo[]>;
  /** A missing file is empty, with `version` null. Rejects with `not_found` for a file that is none of these. */
  read(path: string): Promise<WorkspaceFileText>;
  /** Rejects with `conflict` when the file is no longer the one that `version` names. */
  write(path: string, text: string, version: string | null): Promise<WorkspaceFileText>;
};

const maxEditedBytes = 256 * 1024;
const listedDays = 60;
const signal = new AbortController().signal;

export function createWorkspaceFiles(options: {
  workspace: string;
  hidden: readonly string[];
}): WorkspaceFiles {
  const boundary = () => toBoundary(options.workspace, options.hidden);
  return {
    async list() {
      const within = await boundary();
      const days = (await listDays(within)).slice(0, listedDays);
      const all = [
        ...Object.entries(rootFiles).map(([purpose, path]) => ({ purpose: purpose as Purpose, path })),
        ...days.map((day) => ({ purpose: 'day' as const, path: dayPath(day) })),
      ];
      return Promise.all(all.map((file) => toInfo(within, file)));
    },
    async read(path) {
      assertKnown(path);
      return readWhole(await boundary(), path);
    },
    async write(path, text, version) {
      assertKnown(path);
      const bytes = Buffer.from(text.toWellFormed());
      if (bytes.length > maxEditedBytes)
        throw new AppError('too_large', `"${path}" may have ${maxEditedBytes / 1024} KiB at most.`);
      const target = await openTarget(await boundary(), path, path);
      try {
        const existing = target.existing && (await toTextFile(target.existing, path, signal, maxEditedBytes));
        if ((existing ? toContentHash(existing.bytes) : null) !== version)
          throw new AppError('conflict', `"${path}" was changed by someone else; look at it again.`);
        await replaceContent(target, bytes);
      } finally {
        await closeTarget(target);
      }
      return { path, text: bytes.toString('utf8'), version: toContentHash(bytes) };
    },
  };
}

type Purpose = WorkspaceFileInfo['purpose'];

async function toInfo(
  boundary: Boundary,
  { path, purpose }: { path: string; purpose: Purpose },
): Promise<WorkspaceFileInfo> {
  const found = await readContextFile(boundary, path);
  if (!found) return { path, purpose, bytes: null, truncated: false, problem: null };
  if ('problem' in found) return { path, purpose, bytes: null, truncated: false, problem: found.problem };
  const truncated = purpose !== 'heartbeat' && found.bytes > maxContextFileBytes;
  return { path, purpose, bytes: found.bytes, truncated, problem: null };
}

async function readWhole(boundary: Boundary, path: string): Promise<WorkspaceFileText> {
  const opened = await openIfThere(boundary, path, path);
  if (!opened) return { path, text: '', version: null };
  try {
    const { text, bytes } = await toTextFile(opened, path, signal, maxEditedBytes);
    return { path, text, version: toContentHash(bytes) };
  } finally {
    await opened.handle.close();
  }
}

function assertKnown(path: string): void {
  const known = (Object.values(rootFiles) as string[]).includes(path) || isDay(path) || isPlan(path);
  if (!known)
    throw new AppError('not_found', `"${path}" is none of the files that go into prompts, nor a plan.`);
}

function isPlan(path: string): boolean {
  return /^plans\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.md$/.test(path);
}

function isDay(path: string): boolean {
  return /^memory\/\d{4}-\d{2}-\d{2}\.md$/.test(path);
}
