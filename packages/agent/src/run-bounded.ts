// Runs a tool within its time, with its live output passed on, and sees that Stop is never held up by it: a tool
// that does not end what it started within the grace is left behind, and its result says so.
import type { ToolStatus } from '@slipstream/protocol';
import type { CallRun } from './run-call.ts';
import type { Tool, ToolResult } from './tool.ts';
import { toEventBase } from './turn-context.ts';

export type BoundedRun = CallRun & { callId: string; answer?: string | undefined };

/** Never rejects: `cancelled` when the turn was stopped, `error` for a failure or a timeout. */
export async function runBounded(
  tool: Tool,
  input: unknown,
  run: BoundedRun,
): Promise<{ status: ToolStatus; result: ToolResult }> {
  const { clock, limits } = run.deps;
  const own = new AbortController();
  let ended: 'running' | 'stopped' | 'timeout' | 'over' = 'running';
  let abandon: (result: ToolResult) => void = () => undefined;
  const abandoned = new Promise<ToolResult>((resolve) => {
    abandon = resolve;
  });
  let cancelGrace: () => void = () => undefined;
  const end = (why: 'stopped' | 'timeout', reason: unknown) => {
    if (ended !== 'running') return;
    ended = why;
    cancelGrace = clock.after(limits.stopGraceMs, () =>
      abandon({ output: 'It did not end in time when it was told to; it may still be running.' }),
    );
    own.abort(reason);
  };
  const onStop = () => end('stopped', run.signal.reason);
  run.signal.addEventListener('abort', onStop, { once: true });
  const cancelTimeout = clock.after(tool.timeoutMs, () => end('timeout', new Error('timeout')));
  if (run.signal.aborted) onStop();

  const base = toEventBase(run.input);
  const shown = run.deps.secrets.stream();
  const showProgress = (text: string) => {
    if (text !== '') void run.emit({ type: 'tool.progress', ...base, callId: run.callId, text });
  };
  try {
    const running = tool.run(input, {
      signal: own.signal,
      workspace: run.input.workspace,
      sessionId: run.input.sessionId,
      turnId: run.input.turnId,
      callId: run.callId,
      answer: run.answer,
      progress(text) {
        if (ended !== 'over') showProgress(shown.push(text));
      },
    });
    running.catch(() => undefined);
    const result = await Promise.race([running, abandoned]);
    return toEnd(ended, result, tool);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return toEnd(ended, { output: ended === 'running' ? `It failed: ${message}` : '', isError: true }, tool);
  } finally {
    ended = 'over';
    cancelTimeout();
    cancelGrace();
    run.signal.removeEventListener('abort', onStop);
  }
}

function toEnd(
  ended: 'running' | 'stopped' | 'timeout' | 'over',
  result: ToolResult,
  tool: Tool,
): { status: ToolStatus; result: ToolResult } {
  if (ended === 'stopped')
    return {
      status: 'cancelled',
      result: { ...result, output: withLine(result.output, 'Stopped by the user.') },
    };
  if (ended === 'timeout') {
    const line = `Timed out after ${Math.round(tool.timeoutMs / 1000)} s and was stopped.`;
    return { status: 'error', result: { ...result, output: withLine(result.output, line) } };
  }
  return { status: result.isError ? 'error' : 'ok', result };
}

function withLine(output: string, line: string): string {
  return output === '' ? line : `${output}\n${line}`;
}
