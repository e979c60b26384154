// A workspace in a temporary folder with a forbidden folder beside it, and the tools to work in it.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock, Tool, ToolResult } from '@slipstream/agent';
import { onTestFinished } from 'vitest';
import { createTools, type ToolOptions } from '../create-tools.ts';
import { probeSandbox } from '../shell/probe-sandbox.ts';
import type { SandboxState } from '../shell/sandbox-state.ts';

export const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export const noSandbox: SandboxState = { kind: 'none', reason: 'tried without' };

const probed = await probeSandbox();
if (probed.kind === 'none') console.warn(`Tests of the sandbox are skipped: ${probed.reason}.`);

/** The two ways in which commands are run; without bubblewrap on the machine only the plain one. */
export const ways: readonly [string, SandboxState][] = [
  ['plainly', noSandbox],
  ...(probed.kind === 'bubblewrap' ? [['in the sandbox', probed] satisfies [string, SandboxState]] : []),
];

export const bubblewrap = probed.kind === 'bubblewrap' ? probed : undefined;

export const canary = 'CANARY-3f1c';

export type RunOptions = {
  signal?: AbortSignal;
  progress?: (text: string) => void;
  /** Without one each call is of another session, or has an id of its own. */
  sessionId?: string;
  callId?: string;
};

export type Workbench = {
  /** The workspace. */
  folder: string;
  /** A folder beside it with the file `secret.txt`, which holds the canary. */
  outside: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  tool(name: string): Tool;
  /** Parses and runs; rejects when the arguments do not fit. */
  run(name: string, args: Record<string, unknown>, options?: RunOptions): Promise<ToolResult>;
  /** The text, and its notes a line each. */
  preview(name: string, args: Record<string, unknown>): Promise<string>;
};

export type WorkbenchOptions = Partial<ToolOptions> & {
  /** Made below the folder that holds the workspace and what is outside it. */
  hiddenNames?: readonly string[];
};

/** Removed when the test is over. */
export async function createWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'slipstream-tools-')));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const folder = join(base, 'workspace');
  const outside = join(base, 'workspace-2');
  await mkdir(folder);
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), canary);
  const { hiddenNames = [], ...rest } = options;
  const tools = createTools({
    clock: systemClock,
    sandbox: noSandbox,
    hidden: hiddenNames.map((name) => join(base, name)),
    ...rest,
  });
  const tool = (name: string): Tool => {
    const found = tools.find((each) => each.name === name);
    if (!found) throw new Error(`There is no tool ${name}.`);
    return found;
  };
  const inputOf = (name: string, args: Record<string, unknown>) => {
    const parsed = tool(name).parse(args);
    if (!parsed.ok) throw new Error(parsed.problem);
    return parsed.input;
  };
  const path = (name: string) => join(folder, name);
  return {
    folder,
    outside,
    path,
    tool,
    async write(name, content) {
      await mkdir(join(path(name), '..'), { recursive: true });
      await writeFile(path(name), content);
      return path(name);
    },
    run: async (name, args, options = {}) =>
      tool(name).run(inputOf(name, args), {
        signal: options.signal ?? new AbortController().signal,
        workspace: folder,
        sessionId: options.sessionId ?? randomUUID(),
        turnId: randomUUID(),
        callId: options.callId ?? randomUUID(),
        progress: options.progress ?? (() => undefined),
      }),
    async preview(name, args) {
      const signal = new AbortController().signal;
      const preview = await tool(name).preview(inputOf(name, args), { workspace: folder, signal });
      if (typeof preview !== 'object') return preview ?? '';
      const notes = preview.notes.map(({ text }) => text);
      return [...(preview.text === undefined ? [] : [preview.text]), ...notes].join('\n');
    },
  };
}
