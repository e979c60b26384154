// The Tool port: a named function with a schema that the model may call.
import { AppError, type ApprovalNote, type Json } from '@slipstream/protocol';
import * as z from 'zod';
import type { PromptImage, ToolSpec } from './model.ts';

/**
 * What a tool can do to the world: the permission policy decides by it. `plan`: a call that succeeds ends plan mode.
 * `question`: it does nothing but ask the person, who answers by allowing it with a note.
 */
export type ToolRisk = 'read' | 'write' | 'command' | 'network' | 'plan' | 'question';

/** `output` goes to the model and, cut to 32 KiB, to the trace. `isError` marks a failure the model should act on. */
export type ToolResult = {
  output: string;
  isError?: boolean;
  /** Size in bytes of the whole output where `output` is only a part of it. */
  bytes?: number;
  truncated?: boolean;
  /** For a model that sees, and for people; `output` says what they are. */
  images?: readonly PromptImage[];
};

export type ToolContext = {
  /** Aborted by Stop, by a timeout, or when the turn is over; the tool must end all that it started. */
  signal: AbortSignal;
  /** Absolute path of the session's workspace folder. */
  workspace: string;
  sessionId: string;
  turnId: string;
  callId: string;
  /** What the person wrote when they allowed the call. */
  answer?: string | undefined;
  /** Live output for people; the tool keeps it to about ten calls a second. Ignored once the call is over. */
  progress(text: string): void;
};

/** A diff, a command, arguments: in no language, or the tool's own. What else there is to know are `notes`. */
export type Preview = string | { text?: string; notes: readonly ApprovalNote[] };

/** A tool with its input type forgotten; made by `defineTool`. */
export type Tool = ToolSpec & {
  /** A line for the system prompt: when to use it, where its description is not enough. */
  guidance?: string | undefined;
  risk: ToolRisk;
  /** Calls that stand side by side in one answer may run at once. */
  concurrencySafe: boolean;
  /** The very same call again and again is no sign of a model that is lost: it waits or looks at what changes. */
  mayRepeat?: boolean | undefined;
  /** How long a call may take, milliseconds; the tool may have a stricter limit of its own. */
  timeoutMs: number;
  /** Checks arguments: the parsed input, or one sentence per fault for the model. */
  parse(args: Json): { ok: true; input: unknown } | { ok: false; problem: string };
  /** One line for people: what this call does. Never throws. */
  title(input: unknown): string;
  /** What will happen, for the approval card; undefined where the title says it all. */
  preview(input: unknown, context: Pick<ToolContext, 'workspace' | 'signal'>): Promise<Preview | undefined>;
  /**
   * Of a tool whose words are somebody else's: another value means that it is described in another way. What was allowed
   * before counts only while it is the same.
   */
  fingerprint?: string;
  /** Runs the call. Expected trouble is a result with `isError`; a throw is told to the model as an error, too. */
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
};

export type ToolDefinition<Input extends z.ZodObject> = {
  name: string;
  description: string;
  guidance?: string;
  input: Input;
  risk: ToolRisk;
  concurrencySafe: boolean;
  mayRepeat?: boolean;
  timeoutMs?: number;
  title(input: z.infer<Input>): string;
  preview?(
    input: z.infer<Input>,
    context: Pick<ToolContext, 'workspace' | 'signal'>,
  ): Promise<Preview | undefined>;
  run(input: z.infer<Input>, context: ToolContext): Promise<ToolResult>;
};

const defaultTimeoutMs = 120_000;

/** Makes a tool from a typed definition; the JSON schema for the model comes from the zod schema. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const parameters = toParameters(definition.input);
  const typed = (input: unknown) => input as z.infer<Input>;
  return {
    name: definition.name,
    description: definition.description,
    guidance: definition.guidance,
    parameters,
    risk: definition.risk,
    concurrencySafe: definition.concurrencySafe,
    mayRepeat: definition.mayRepeat,
    timeoutMs: definition.timeoutMs ?? defaultTimeoutMs,
    parse(args) {
      const result = definition.input.safeParse(args);
      return result.success
        ? { ok: true, input: result.data }
        : { ok: false, problem: describe(result.error) };
    },
    title: (input) => definition.title(typed(input)),
    preview: async (input, context) => definition.preview?.(typed(input), context),
    run: (input, context) => definition.run(typed(input), context),
  };
}

/** Made once for each schema: tools of sub-agents are defined anew in every turn. */
const parametersOf = new WeakMap<z.ZodObject, Json>();

function toParameters(input: z.ZodObject): Json {
  const known = parametersOf.get(input);
  if (known) return known;
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' }) as Json;
  parametersOf.set(input, parameters);
  return parameters;
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`).join('; ');
}

/** A tool as a model is told of it. */
export function toToolSpec({ name, description, parameters }: ToolSpec): ToolSpec {
  return { name, description, parameters };
}

/** The tools of one agent, by name. Two tools of one name are a mistake of the composer. */
export type ToolSet = ReadonlyMap<string, Tool>;

export function toToolSet(tools: readonly Tool[]): ToolSet {
  const set = new Map<string, Tool>();
  for (const tool of tools) {
    if (set.has(tool.name))
      throw new AppError('invalid_config', `Two tools are named "${tool.name}"; rename one of them.`);
    set.set(tool.name, tool);
  }
  return set;
}
