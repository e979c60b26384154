// From a file's text to the definition of a sub-agent, or to what is wrong with it and on which line.
import { type AgentDefinition, type AgentProblem, defaultAgentSteps } from '@slipstream/agent';
import { Mode } from '@slipstream/protocol';
import * as z from 'zod';
import { readFrontMatter } from '../text/front-matter.ts';

const toolNames = z
  .union([z.array(z.string().min(1).max(200)).max(200), z.string().max(4000)])
  .transform((given) =>
    typeof given === 'string'
      ? given
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
      : given,
  );

const Fields = z.object({
  name: z
    .string('it must be a text')
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'it must be of lower case letters, digits and dashes, at most 40'),
  description: z.string('it must be a text that says when to use the agent').trim().min(1).max(1000),
  model: z.string().min(1).max(200).optional(),
  tools: toolNames.optional(),
  maxSteps: z.int('it must be a whole number').min(1).max(500).default(defaultAgentSteps),
  mode: z.enum(Mode.options, `it must be one of ${Mode.options.join(', ')}`).optional(),
  spawns: z.boolean('it must be true or false').default(false),
  asTool: z.boolean('it must be true or false').default(false),
});

/** Undefined for a text without front matter: it is no definition at all. */
export function toAgentDefinition(path: string, text: string): AgentDefinition | AgentProblem | undefined {
  const matter = readFrontMatter(text);
  if (!matter) return undefined;
  if ('problem' in matter) return { path, ...matter };
  const parsed = Fields.safeParse(matter.fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = String(issue?.path[0] ?? '');
    const there = field in matter.fields;
    return {
      path,
      line: matter.lineOf(field) ?? 1,
      problem: there ? `"${field}" cannot be used: ${issue?.message}.` : `"${field}" is missing.`,
    };
  }
  if (matter.body === '') return { path, line: 1, problem: 'There is no text under the front matter.' };
  return {
    ...parsed.data,
    instructions: matter.body,
    source: path,
    modelLine: matter.lineOf('model'),
  };
}
