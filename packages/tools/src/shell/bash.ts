// The tool that runs a command line. What people see before it runs says plainly whether it is sandboxed.
import { defineTool, type Tool, type ToolResult } from '@slipstream/agent';
import { assertNever, toVisible } from '@slipstream/protocol';
import * as z from 'zod';
import { inSandbox, timeLimit } from '../approval-notes.ts';
import { toBoundary } from '../boundary/boundary.ts';
import { toByteCount } from '../text/counts.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toFailure, toToolResult } from '../tool-result.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { toLaunch } from './launch.ts';
import { createLiveOutput } from './live-output.ts';
import { createOutputFile, removeOldOutputs, type SavedOutput } from './output-file.ts';
import { createOutputKeeper, type KeptOutput } from './output-keeper.ts';
import { type CommandEnd, runCommand } from './run-command.ts';
import { describeSandbox } from './sandbox-state.ts';

/** The kernel takes no longer single argument than 128 KiB. */
const maxCommandLength = 120 * 1024;
/** Room for the lines about how it ended. */
const notesBytes = 512;

export function createBash(settings: ToolSettings): Tool {
  const { limits, sandbox, network, clock } = settings;
  const inForce = describeSandbox(sandbox, network);
  const suffix = sandbox.kind === 'none' ? ' (not sandboxed)' : '';
  const tidied = new Set<string>();
  return defineTool({
    name: 'bash',
    description:
      'Runs a command line with bash in the workspace and gives its output (both streams, in order) and exit code. ' +
      'There is no terminal and no input, and everything it started is ended with it: nothing keeps running in the ' +
      `background. ${inForce}`,
    input: z.object({
      command: z.string().min(1).describe('The command line'),
      timeoutMs: z
        .int()
        .min(1)
        .max(limits.maxCommandTimeoutMs)
        .default(limits.commandTimeoutMs)
        .describe('After how many milliseconds it is stopped'),
    }),
    risk: 'command',
    concurrencySafe: false,
    // The command's own limit comes first; this one is for a command that cannot even be ended.
    timeoutMs: limits.maxCommandTimeoutMs + limits.killGraceMs + 10_000,
    title: ({ command }) => `Run ${toOneLine(command)}${suffix}`,
    preview: async ({ command, timeoutMs }) => ({
      text: `$ ${toVisible(command)}`,
      notes: [inSandbox(sandbox, network), timeLimit(timeoutMs)],
    }),
    run: ({ command, timeoutMs }, context) =>
      toToolResult(context.signal, async () => {
        if (command.includes('\0')) return toFailure('The command contains a NUL character.');
        if (Buffer.byteLength(command) > maxCommandLength)
          return toFailure('The command is too long. Write it to a file with write_file and run that.');
        const boundary = await toBoundary(context.workspace, settings.hidden);
        if (!tidied.has(boundary.realRoot)) {
          tidied.add(boundary.realRoot);
          await removeOldOutputs(boundary);
        }
        const launch = await toLaunch(settings, boundary, ['bash', '-c', '--', command], {
          access: 'write',
          network,
          readable: settings.readable,
          repository: 'stage',
        });
        const memoryBytes = limits.maxOutputBytes - notesBytes;
        const keeper = createOutputKeeper(memoryBytes);
        const file = createOutputFile(boundary, {
          callId: context.callId,
          memoryBytes,
          maxBytes: limits.maxKeptBytes,
        });
        const live = createLiveOutput(clock, limits.progressIntervalMs, context.progress);
        try {
          const end = await runCommand(launch, {
            clock,
            limits,
            timeoutMs,
            signal: context.signal,
            onOutput(chunk) {
              keeper.add(chunk);
              file.add(chunk);
              live.add(chunk);
            },
          });
          const kept = keeper.kept();
          const saved = await file.finish(kept.truncated);
          return toResult(kept, saved, end, toSeconds(timeoutMs), await launch.release());
        } finally {
          live.close();
          await launch.release();
        }
      }),
  });
}

function toResult(
  kept: KeptOutput,
  saved: SavedOutput | undefined,
  end: CommandEnd,
  time: string,
  left: readonly string[],
): ToolResult {
  const notes = left.map((each) => `[${each}]`);
  if (saved) {
    const what =
      saved.whole && end.kind !== 'flood'
        ? `the whole output, ${toByteCount(saved.bytes)}, is`
        : `its first ${toByteCount(saved.bytes)} are`;
    notes.push(`[${what} in ${saved.path}; read_file gives it in pages]`);
  }
  const told = howItEnded(end, time);
  if (told !== undefined) notes.push(`[${told}]`);
  if (end.left.length > 0)
    notes.push(`[these processes could not be ended: ${end.left.slice(0, 20).join(', ')}]`);
  const output = kept.text.endsWith('\n') ? kept.text.slice(0, -1) : kept.text;
  const isOk = end.kind === 'exited' && end.code === 0;
  return {
    output: [
      ...(output === '' && end.kind === 'exited' ? ['[no output]'] : output === '' ? [] : [output]),
      ...notes,
    ].join('\n'),
    ...(isOk ? {} : { isError: true }),
    ...(kept.truncated ? { truncated: true, bytes: kept.bytes } : {}),
  };
}

/** Undefined for a stop, which whoever stopped it tells by itself. */
function howItEnded(end: CommandEnd, time: string): string | undefined {
  switch (end.kind) {
    case 'exited':
      return `exit code ${end.code}`;
    case 'signalled':
      return `ended by ${end.signal}`;
    case 'timeout':
      return `stopped after ${time}; ask for more with timeoutMs if it needs longer`;
    case 'flood':
      return 'stopped, because it wrote too much; send the output to a file instead';
    case 'failed':
      return `nothing was run: ${end.problem}`;
    case 'aborted':
      return undefined;
    default:
      return assertNever(end);
  }
}

function toSeconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))} s`;
}
