// Makes a Tool of a few words and remembers its calls, for tests of whatever runs tools.
import type { Tool, ToolContext, ToolResult } from '@slipstream/agent';
import { createCollector } from './collector.ts';
import { type Gate, orAbort } from './gate.ts';

export type TestToolCall = { readonly input: unknown; readonly context: ToolContext };

export type TestTool = Tool & {
  readonly calls: readonly TestToolCall[];
  /** Resolves when the n-th call (from 1) has begun. */
  waitForCall(n: number): Promise<TestToolCall>;
};

export type TestToolOptions = Partial<
  Pick<
    Tool,
    'description' | 'parameters' | 'risk' | 'concurrencySafe' | 'timeoutMs' | 'parse' | 'title' | 'preview'
  >
> & {
  name: string;
  /** What a call gives; text for a plain success. */
  result?: string | ToolResult | ((input: unknown, context: ToolContext) => ToolResult | Promise<ToolResult>);
  /** A call waits here first; an abort ends that wait by throwing the signal's reason. */
  gate?: Gate;
};

/** Without options: a reading tool that runs beside others, takes any arguments and gives "done". */
export function createTestTool({ name, result = 'done', gate, ...options }: TestToolOptions): TestTool {
  const calls = createCollector<TestToolCall>();
  return {
    name,
    description: `The test tool ${name}.`,
    parameters: { type: 'object', properties: {} },
    risk: 'read',
    concurrencySafe: true,
    timeoutMs: 120_000,
    parse: (args) => ({ ok: true, input: args }),
    title: () => `Run ${name}`,
    preview: async () => undefined,
    ...options,
    async run(input, context) {
      calls.add({ input, context });
      if (gate) await gate.pass(context.signal);
      if (typeof result !== 'function') return typeof result === 'string' ? { output: result } : result;
      return result(input, context);
    },
    calls: calls.items,
    waitForCall: (n) => calls.waitForCount(n),
  };
}

/** A tool that runs until it is aborted and then throws the signal's reason. */
export function createHangingTool(
  name: string,
  options: Omit<TestToolOptions, 'name' | 'result' | 'gate'> = {},
) {
  return createTestTool({
    ...options,
    name,
    result: (_, context) => orAbort(new Promise<never>(() => {}), context.signal),
  });
}
