// The tools of the server's owner: each file of one folder, loaded at the start and again after each change. A broken
// file takes nothing with it but its own tools. Never loads what lies in the workspace: a model can write there.
import { type FSWatcher, watch } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log, Tool } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { isWithin } from '../boundary/boundary.ts';
import { createFreshImporter, type ImportModule } from './import-fresh.ts';
import { toOwnTools, toProblem } from './to-own-tools.ts';

export type OwnToolFile = {
  /** Absolute. */
  path: string;
  tools: readonly string[];
  problem: string | undefined;
};

export type OwnTools = {
  tools(): readonly Tool[];
  files(): readonly OwnToolFile[];
  close(): void;
};

export type OwnToolsOptions = {
  folder: string;
  workspace: string;
  clock: Clock;
  log: Log;
  /** Names that are used already. */
  taken?: readonly string[];
  /** Called after each reload. */
  onChange?: () => void;
  /** For those who run with a loader of their own in the place of Node's. */
  importModule?: ImportModule;
};

type Loaded = OwnToolFile & { made: readonly Tool[] };

const isToolFile = /^[^._].*\.(?:ts|js|mjs)$/;
const isNoToolFile = /\.(?:d|test|spec)\.(?:ts|js|mjs)$/;
const loadMs = 10_000;
/** Editors write a file in several steps. */
const settleMs = 150;

/** Rejects with `invalid_config` for a folder that cannot be read, or that the agent could write. */
export async function createOwnTools(options: OwnToolsOptions): Promise<OwnTools> {
  const { clock, log } = options;
  const [folder, workspace] = await Promise.all([
    realpath(options.folder).catch((cause: unknown) => {
      throw new AppError('invalid_config', `TOOLS_DIR ${options.folder} is not a folder that can be read.`, {
        cause,
      });
    }),
    realpath(options.workspace),
  ]);
  if (isWithin(workspace, folder) || isWithin(folder, workspace))
    throw new AppError(
      'invalid_config',
      `TOOLS_DIR ${options.folder} and the workspace lie in each other: the agent could write tools that the server runs.`,
    );
  const importer = createFreshImporter(folder, workspace, options.importModule ?? ((url) => import(url)));
  let loaded: readonly Loaded[] = [];
  let generation = 0;
  let isClosed = false;
  let isLoading = false;
  let cancelReload: () => void = () => undefined;

  async function loadFile(name: string): Promise<Loaded> {
    const path = join(folder, name);
    const broken = (problem: string): Loaded => {
      log.warn({ path, problem }, 'a file with tools cannot be used');
      return { path, tools: [], problem, made: [] };
    };
    try {
      if (isWithin(workspace, await realpath(path))) return broken('It really lies in the workspace.');
      const exported = await inTime(clock, importer.load(name, generation));
      const made = toOwnTools(exported['default']);
      if (typeof made === 'string') return broken(made);
      return { path, tools: made.map((tool) => tool.name), problem: undefined, made };
    } catch (thrown) {
      return broken(toProblem(thrown, name));
    }
  }

  async function load(): Promise<void> {
    generation += 1;
    const names = (await readdir(folder)).filter((name) => isToolFile.test(name) && !isNoToolFile.test(name));
    const next = await Promise.all(names.sort().map(loadFile));
    loaded = withoutRepeated(next, options.taken ?? [], log);
  }

  async function reload(): Promise<void> {
    if (isClosed) return;
    if (isLoading) return later();
    isLoading = true;
    try {
      await load();
      log.info({ tools: loaded.flatMap(({ tools }) => tools) }, 'your own tools were loaded anew');
      options.onChange?.();
    } catch (thrown) {
      log.warn({ problem: String(thrown) }, 'the folder with tools cannot be read');
    } finally {
      isLoading = false;
    }
  }

  function later(): void {
    if (isClosed) return;
    cancelReload();
    cancelReload = clock.after(settleMs, () => void reload());
  }

  let watcher: FSWatcher | undefined;
  try {
    // Before the first look, so that no change falls between the two.
    watcher = watch(folder, { recursive: true, persistent: false }, later);
    watcher.on('error', (error) =>
      log.warn({ problem: error.message }, 'your own tools are not watched any more'),
    );
  } catch (thrown) {
    log.warn({ problem: String(thrown) }, 'your own tools are not watched for changes');
  }
  const close = () => {
    isClosed = true;
    cancelReload();
    watcher?.close();
    importer.close();
  };
  try {
    await load();
  } catch (cause) {
    close();
    throw new AppError('invalid_config', `TOOLS_DIR ${options.folder} is not a folder that can be read.`, {
      cause,
    });
  }
  return {
    tools: () => loaded.flatMap(({ made }) => made),
    files: () => loaded.map(({ path, tools, problem }) => ({ path, tools, problem })),
    close,
  };
}

/** Of two tools of one name the first counts, by the names of their files. */
function withoutRepeated(files: readonly Loaded[], taken: readonly string[], log: Log): Loaded[] {
  const seen = new Set(taken);
  return files.map((file) => {
    const twice = file.tools.find((name, index) => seen.has(name) || file.tools.indexOf(name) < index);
    if (twice === undefined) {
      for (const name of file.tools) seen.add(name);
      return file;
    }
    const problem = `There is another tool named ${twice}.`;
    log.warn({ path: file.path, problem }, 'a file with tools cannot be used');
    return { path: file.path, tools: [], problem, made: [] };
  });
}

function inTime<T>(clock: Clock, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(loadMs, () => reject(new Error('It was not loaded within 10 seconds.')));
    work.then(resolve, reject).finally(cancel);
  });
}
