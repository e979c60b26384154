// What `slipstream.yaml` may hold, once: providers, their models and which of them is used for what; permission rules;
// MCP servers. Knows nothing of files and lines.
import { toPermissionRule } from '@slipstream/agent';
import * as z from 'zod';

const name = z.string().regex(/^[^\s/]{1,64}$/, 'must be 1 to 64 characters without spaces and slashes');
const words = (max: number) => z.string().trim().min(1, 'must not be empty').max(max, 'is too long');
const count = (max: number) =>
  z.int('must be a whole number').min(1, 'must be at least 1').max(max, `must be at most ${max}`);
const price = z.number('must be a number').min(0, 'must not be negative');

const Provider = z.strictObject({
  name,
  baseUrl: z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: 'must be an http or https URL',
  }),
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable, never the key itself')
    .optional(),
  headers: z.record(z.string().regex(/^[\w-]+$/, 'must be the name of a header'), z.string()).default({}),
});

/** Prices are US dollars for a million tokens. */
const Prices = z.strictObject({ input: price, output: price, cached: price.optional() });

const Quirks = z.strictObject({
  without: z
    .array(
      z.enum([
        'stream',
        'stream_options',
        'max_tokens',
        'max_completion_tokens',
        'parallel_tool_calls',
        'temperature',
      ]),
    )
    .optional(),
  limitField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  tools: z.boolean().optional(),
  parallelToolCalls: z.boolean().optional(),
  echoReasoning: z.enum(['never', 'given', 'always']).optional(),
  emptyContent: z.boolean().optional(),
});

const Model = z.strictObject({
  id: words(200),
  label: words(200).optional(),
  provider: name,
  contextWindow: count(100_000_000).default(128_000),
  maxOutputTokens: count(10_000_000).optional(),
  vision: z.boolean().default(false),
  reasoning: z.boolean().default(false),
  temperature: z
    .number('must be a number')
    .min(0, 'must not be negative')
    .max(2, 'must be at most 2')
    .optional(),
  prices: Prices.optional(),
  quirks: Quirks.default({}),
});

function isRule(text: string): boolean {
  try {
    return toPermissionRule('allow', text).tool !== '';
  } catch {
    return false;
  }
}

const rules = z
  .array(
    z.string().refine(isRule, 'must be a rule: a tool, and in brackets what for, as in bash(git status *)'),
  )
  .default([]);

const Permissions = z.strictObject({ allow: rules, ask: rules, deny: rules });

/** What is in an entry of `mcpServers` is checked with those of `.mcp.json`. */
export const ModelFileSchema = z.strictObject({
  providers: z.array(Provider).min(1, 'must have at least one entry').optional(),
  models: z.array(Model).min(1, 'must have at least one entry').optional(),
  default: z.string().optional(),
  small: z.string().optional(),
  permissions: Permissions.optional(),
  mcpServers: z.record(z.string(), z.looseObject({})).optional(),
});

/** A checked file; a file without models has empty lists. */
export type ModelFile = z.infer<typeof ModelFileSchema> & {
  providers: z.infer<typeof Provider>[];
  models: z.infer<typeof Model>[];
};
