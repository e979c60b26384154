// Finds what is in folders, without what ignore files leave out: by one walk of ripgrep through the whole workspace, since
// only from its root do all of those files count. Whoever asks while a walk is under way waits for the next one, which
// they share: what is told is never older than the question, and no crowd of questions starts a crowd of walks.
import type { Boundary } from '../boundary/boundary.ts';
import { isWritablePath } from '../search/create-path-finder.ts';
import { runRipgrep } from '../search/run-ripgrep.ts';
import { toSearchArguments } from '../search/search-arguments.ts';
import type { ToolSettings } from '../tool-settings.ts';

/** Names, and whether each is a folder; `cut`: the walk was ended before it had seen everything. */
export type FolderNames = { names: Map<string, boolean>; cut: boolean };

const maxNames = 20_000;
const maxRecords = 100_000;
const maxBytes = 16 * 1024 * 1024;
const never = new AbortController().signal;

type Walk = { wanted: Map<string, Map<string, boolean>>; done: Promise<boolean> };

/** The names in a folder, which is given relative to the workspace and without links in it; `.` is the workspace. */
export function createFolderWalk(
  settings: ToolSettings,
): (boundary: Boundary, folder: string) => Promise<FolderNames> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Walk | undefined;

  function plan(boundary: Boundary): Walk {
    const wanted: Walk['wanted'] = new Map();
    const done = last.then(() => {
      next = undefined;
      return walk(settings, boundary, wanted);
    });
    last = done.catch(() => undefined);
    return { wanted, done };
  }

  return async (boundary, folder) => {
    next ??= plan(boundary);
    const { wanted, done } = next;
    const prefix = folder === '.' ? '' : `${folder}/`;
    const names = wanted.get(prefix) ?? new Map<string, boolean>();
    wanted.set(prefix, names);
    const whole = await done;
    return { names, cut: !whole || names.size >= maxNames };
  };
}

/** True where it saw everything. */
async function walk(settings: ToolSettings, boundary: Boundary, wanted: Walk['wanted']): Promise<boolean> {
  const args = await toSearchArguments(boundary, '.', ['!node_modules']);
  let count = 0;
  const { ended } = await runRipgrep(settings, boundary, {
    args: ['--files', '--null', ...args, '--sort=none', '--', './'],
    separator: '\0',
    // A search that could not enter some folder counts as failed where it has kept nothing.
    wants: (record) => note(wanted, record.replace(/^(?:\.\/)+/, '')) || count++ === 0,
    maxRecords,
    maxBytes,
    signal: never,
  });
  return ended === 'done';
}

/** True for a path that told something new. */
function note(wanted: Walk['wanted'], path: string): boolean {
  let isNew = false;
  for (const [prefix, names] of wanted) {
    if (!path.startsWith(prefix)) continue;
    const end = path.indexOf('/', prefix.length);
    const name = path.slice(prefix.length, end < 0 ? undefined : end);
    if (names.has(name) || names.size >= maxNames || !isWritablePath(name)) continue;
    names.set(name, end >= 0);
    isNew = true;
  }
  return isNew;
}
