// One MCP server over its life: started in the background, started again with growing pauses whenever it is lost, its
// tools as last listed. Nobody waits for it but a call of one of its tools, and that not for long.
import type { Log, Tool, ToolContext, ToolResult } from '@slipstream/agent';
import type { Json } from '@slipstream/protocol';
import { createLiveOutput } from '../shell/live-output.ts';
import { toFailure } from '../tool-result.ts';
import { toCleanText } from './clean-text.ts';
import type { McpServerConfig, McpServerState } from './mcp-config.ts';
import type { McpSurroundings, OpenClient } from './open-client.ts';
import { toResult } from './to-result.ts';
import { type ListedTool, toTool } from './to-tool.ts';

export type McpLimits = {
  maxOutputBytes: number;
  callTimeoutMs: number;
  startTimeoutMs: number;
  /** How long a call waits for a server that is being started. */
  patienceMs: number;
  firstPauseMs: number;
  maxPauseMs: number;
};

export const defaultMcpLimits: McpLimits = {
  maxOutputBytes: 32 * 1024,
  callTimeoutMs: 120_000,
  startTimeoutMs: 60_000,
  patienceMs: 10_000,
  firstPauseMs: 1000,
  maxPauseMs: 60_000,
};

export type McpConnection = {
  start(): void;
  tools(): readonly Tool[];
  state(): McpServerState;
  /** Resolves when nothing of the server's is left running. */
  close(): Promise<void>;
};

const maxTools = 128;
const maxMessageBytes = 2048;
const progressIntervalMs = 100;
/** After so many failed starts in a row the model is not shown tools that nobody answers. */
const patientFailures = 3;
/** The library's own limit, behind ours. */
const spareMs = 5000;

export function createMcpConnection(
  config: McpServerConfig,
  around: McpSurroundings & { log: Log },
  limits: McpLimits,
  onState: () => void,
): McpConnection {
  const { clock, log } = around;
  const ending = new AbortController();
  const timeoutMs = config.timeoutMs ?? limits.callTimeoutMs;
  let state: McpServerState['state'] = 'stopped';
  let problem: string | undefined;
  let tools: readonly Tool[] = [];
  let live: OpenClient | undefined;
  let attempt: Promise<void> = Promise.resolve();
  let failures = 0;
  let readySince = 0;
  let legacy = false;
  let cancelRetry: () => void = () => undefined;
  const waiting = new Set<() => void>();

  function become(next: McpServerState['state'], why?: string): void {
    state = next;
    problem = why;
    for (const wake of [...waiting]) wake();
    onState();
  }

  function start(): void {
    if (ending.signal.aborted || state === 'starting' || state === 'ready') return;
    cancelRetry();
    become('starting', problem);
    attempt = open();
  }

  async function open(): Promise<void> {
    let isOver = false;
    let opened: OpenClient | undefined;
    try {
      // The library is large, and most servers have no use for it.
      const { openClient } = await import('./open-client.ts');
      opened = await openClient(config, around, {
        signal: ending.signal,
        timeoutMs: limits.startTimeoutMs,
        legacy,
        onTools: (listed) => {
          tools = toTools(listed);
          onState();
        },
        onClose: (why) => {
          isOver = true;
          if (opened && live === opened) lose(why);
        },
      });
    } catch (thrown) {
      // Some older servers end at a question that they do not know.
      legacy = config.kind === 'stdio' && isOver && !legacy;
      return fail(thrown instanceof Error ? thrown.message : String(thrown));
    }
    if (isOver) return fail('It ended while it was being started.');
    if (ending.signal.aborted) return opened.close();
    live = opened;
    readySince = clock.now();
    tools = toTools(opened.tools);
    log.info({ server: config.name, tools: tools.length }, 'an MCP server is ready');
    become('ready');
  }

  function lose(why: string): void {
    const lost = live;
    live = undefined;
    if (clock.now() - readySince > limits.maxPauseMs) failures = 0;
    fail(why);
    void lost?.close();
  }

  function fail(why: string): void {
    if (ending.signal.aborted) return;
    failures += 1;
    if (failures >= patientFailures) tools = [];
    const pauseMs = Math.min(limits.firstPauseMs * 2 ** Math.min(failures - 1, 20), limits.maxPauseMs);
    log.warn({ server: config.name, problem: why, failures, pauseMs }, 'an MCP server is not there');
    cancelRetry = clock.after(pauseMs, start);
    become('failed', why);
  }

  function toTools(listed: readonly ListedTool[]): Tool[] {
    const made = new Map<string, Tool>();
    for (const each of listed.slice(0, maxTools)) {
      const tool = toTool(config, each, timeoutMs, call);
      if (typeof tool === 'string')
        log.warn({ server: config.name, reason: tool }, 'an MCP tool is left out');
      else if (!made.has(tool.name)) made.set(tool.name, tool);
    }
    if (listed.length > maxTools)
      log.warn({ server: config.name, tools: listed.length, maxTools }, 'an MCP server has too many tools');
    return [...made.values()];
  }

  /** The connection, as soon as there is one; undefined when it fails or takes too long. */
  function whenReady(signal: AbortSignal): Promise<OpenClient | undefined> {
    if (live) return Promise.resolve(live);
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        waiting.delete(look);
        signal.removeEventListener('abort', finish);
        resolve(live);
      };
      const look = () => {
        if (state === 'ready' || state === 'stopped') finish();
      };
      const cancel = clock.after(limits.patienceMs, finish);
      signal.addEventListener('abort', finish, { once: true });
      waiting.add(look);
      if (signal.aborted || ending.signal.aborted) finish();
    });
  }

  async function call(name: string, args: Json, context: ToolContext): Promise<ToolResult> {
    const { signal } = context;
    const used = await whenReady(signal);
    signal.throwIfAborted();
    if (!used)
      return toFailure(
        `The MCP server ${config.name} is not there; nothing was run. ${problem ?? ''}`.trim(),
      );
    const shown = createLiveOutput(clock, progressIntervalMs, context.progress);
    try {
      const answer = await used.client.callTool(
        { name, arguments: args },
        {
          signal,
          timeout: timeoutMs + spareMs,
          onprogress: ({ progress, total, message }) =>
            shown.add(Buffer.from(`${toProgress(progress, total, message)}\n`)),
        },
      );
      return toResult(answer, limits.maxOutputBytes);
    } catch (thrown) {
      signal.throwIfAborted();
      const said = toCleanText(thrown instanceof Error ? thrown.message : String(thrown), maxMessageBytes);
      if (used.isRefusal(thrown)) return toFailure(`The MCP server ${config.name} refuses the call: ${said}`);
      if (live === used) lose(said);
      return toFailure(
        `The MCP server ${config.name} was lost during the call; whether it did anything is not known. ${problem ?? said}`,
      );
    } finally {
      shown.close();
    }
  }

  return {
    start,
    tools: () => tools,
    state: () => ({ name: config.name, state, tools: tools.map(({ name }) => name), problem }),
    async close() {
      if (ending.signal.aborted) return;
      ending.abort(new Error('The server is being stopped.'));
      cancelRetry();
      const last = live;
      live = undefined;
      tools = [];
      become('stopped');
      await last?.close();
      await attempt;
    },
  };
}

function toProgress(progress: number, total: number | undefined, message: string | undefined): string {
  const count = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? count : `${count} ${toCleanText(message, 500).replaceAll('\n', ' ')}`;
}
