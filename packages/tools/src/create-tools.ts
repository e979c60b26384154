// The built-in tools, made once for a server.
import type { Tool } from '@slipstream/agent';
import { createEditFile } from './files/edit-file.ts';
import { createListDirectory } from './files/list-directory.ts';
import { createReadFile } from './files/read-file.ts';
import { createReadRecord } from './files/read-record.ts';
import { createWriteFile } from './files/write-file.ts';
import { createMemoryTool } from './memory/memory-tool.ts';
import { createGlob } from './search/glob.ts';
import { createGrep } from './search/grep.ts';
import { createBash } from './shell/bash.ts';
import { createTodoWrite } from './todo/todo-write.ts';
import { defaultToolLimits, type ToolLimits } from './tool-limits.ts';
import type { ToolSettings } from './tool-settings.ts';
import { noJournal } from './undo/change-journal.ts';
import { publicOnly } from './web/guarded-agent.ts';
import { createWebFetch } from './web/web-fetch.ts';
import { defaultWebLimits } from './web/web-limits.ts';
import { createWebSearch, type SearchService } from './web/web-search.ts';

export type ToolOptions = Pick<ToolSettings, 'clock' | 'sandbox'> &
  Partial<Pick<ToolSettings, 'network' | 'hidden' | 'readable' | 'environment' | 'journal'>> & {
    limits?: Partial<ToolLimits>;
    /** Who answers `web_search`; without one there is no such tool. */
    search?: SearchService | undefined;
  };

/**
 * `sandbox` is what `probeSandbox` gave. By default commands in it have no network, nothing is hidden, and the
 * environment is the server's own (of which commands get only a few harmless variables). Without a `journal` changes
 * of files cannot be undone.
 */
export function createTools(options: ToolOptions): Tool[] {
  const settings = toSettings(options);
  const { clock } = settings;
  const { maxOutputBytes } = settings.limits;

  return [
    createReadFile(settings),
    createListDirectory(settings),
    createGlob(settings),
    createGrep(settings),
    createWriteFile(settings),
    createEditFile(settings),
    createBash(settings),
    createTodoWrite(),
    createMemoryTool(settings),
    createWebFetch({ clock, guard: publicOnly, limits: defaultWebLimits, maxOutputBytes }),
    ...(options.search ? [createWebSearch({ clock, service: options.search, maxOutputBytes })] : []),
  ];
}

/** What the tools are made with, where nothing else is said. */
export function toSettings(options: ToolOptions): ToolSettings {
  return {
    clock: options.clock,
    sandbox: options.sandbox,
    network: options.network ?? 'off',
    hidden: options.hidden ?? [],
    readable: options.readable ?? [],
    environment: options.environment ?? process.env,
    limits: { ...defaultToolLimits, ...options.limits },
    reads: createReadRecord(),
    journal: options.journal ?? noJournal,
  };
}
