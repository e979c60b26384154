// From what a file of the owner's exports to the tools in it, or to a sentence about what is wrong with it.
import type { Tool, ToolRisk } from '@slipstream/agent';

const risks: readonly ToolRisk[] = ['read', 'write', 'command', 'network'];
const nameForm = /^[A-Za-z0-9_-]{1,64}$/;

/** One tool, or a list of them. */
export function toOwnTools(exported: unknown): readonly Tool[] | string {
  if (exported === undefined) return 'It has no default export.';
  const all: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  const tools: Tool[] = [];
  for (const each of all) {
    if (!isTool(each)) return 'Its default export is not made with defineTool.';
    if (!nameForm.test(each.name)) return 'A name of a tool must have 1 to 64 letters, digits, - and _.';
    if (!risks.includes(each.risk)) return `The risk of ${each.name} must be one of ${risks.join(', ')}.`;
    tools.push(each);
  }
  return tools;
}

/** Where in the file it went wrong, and how, for the person who wrote it. */
export function toProblem(thrown: unknown, file: string): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  const at = stack.indexOf(`/${encodeURIComponent(file)}`);
  const line = at < 0 ? undefined : /^[^\s:]*:(\d+)/.exec(stack.slice(at))?.[1];
  const kind = thrown instanceof Error && thrown.name !== 'Error' ? `${thrown.name}: ` : '';
  return `${line === undefined ? '' : `Line ${line}: `}${kind}${message}`.slice(0, 600);
}

function isTool(value: unknown): value is Tool {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Partial<Record<keyof Tool, unknown>> = value;
  return (
    typeof fields.name === 'string' &&
    typeof fields.description === 'string' &&
    typeof fields.parameters === 'object' &&
    typeof fields.timeoutMs === 'number' &&
    (['parse', 'title', 'preview', 'run'] as const).every((name) => typeof fields[name] === 'function')
  );
}
