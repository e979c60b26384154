// A tool of an MCP server as one of ours. What the server says of it is a hint: only the owner's word makes a call that
// "only reads" one that runs without asking.

import { createHash } from 'node:crypto';
import type { Tool, ToolContext, ToolResult } from '@slipstream/agent';
import type { ApprovalNote, Json } from '@slipstream/protocol';
import { toVisible } from '@slipstream/protocol';
import { fromServer, hintDestroys, hintReads } from '../approval-notes.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toCleanJson, toCleanText } from './clean-text.ts';
import type { McpServerConfig } from './mcp-config.ts';

/** The fields that are read of what `tools/list` gives. */
export type ListedTool = {
  name: string;
  description?: string | undefined;
  inputSchema: unknown;
  annotations?: { readOnlyHint?: boolean | undefined; destructiveHint?: boolean | undefined } | undefined;
};

const maxNameLength = 64;
const maxDescriptionBytes = 4 * 1024;
const maxSchemaBytes = 32 * 1024;

export type CallTool = (name: string, args: Json, context: ToolContext) => Promise<ToolResult>;

/** A sentence instead of a tool where it cannot be offered. */
export function toTool(
  server: McpServerConfig,
  listed: ListedTool,
  timeoutMs: number,
  call: CallTool,
): Tool | string {
  const shown = toOneLine(listed.name);
  const parameters = toCleanJson(listed.inputSchema, maxSchemaBytes);
  if (!isObject(parameters)) return `The schema of ${shown} is too large or no object.`;
  const { $schema: _, ...schema } = parameters;
  const reads = listed.annotations?.readOnlyHint === true && isTrusted(server, listed.name);
  const describe = toCleanText(listed.description ?? '', maxDescriptionBytes).trim();
  return {
    name: toToolName(server.name, listed.name),
    description: describe || `The tool ${shown} of the MCP server ${server.name}.`,
    parameters: schema,
    fingerprint: toFingerprint(server, listed),
    risk: reads ? 'read' : 'network',
    concurrencySafe: reads,
    timeoutMs,
    parse: (args) => ({ ok: true, input: args }),
    title: (input) => `${server.name}: ${shown} ${toOneLine(JSON.stringify(input))}`,
    preview: async (input) => ({
      text: toVisible(JSON.stringify(input, null, 2)),
      notes: [fromServer(server.name, shown), ...hintsOf(listed)],
    }),
    run: (input, context) => call(listed.name, input as Json, context),
  };
}

/** Another one means that the server is another program, or says other things of this tool. */
function toFingerprint(
  server: McpServerConfig,
  { name, description, inputSchema, annotations }: ListedTool,
): string {
  const started = server.kind === 'stdio' ? [server.command, ...server.args] : [server.url];
  const said = JSON.stringify([started, name, description, inputSchema, annotations]);
  return createHash('sha256').update(said).digest('hex');
}

/** `server__tool`, with what providers do not take in names replaced, and cut to what they take. */
export function toToolName(server: string, tool: string): string {
  const name = `${server}__${tool}`.replace(/[^A-Za-z0-9_-]/g, '_');
  if (name.length <= maxNameLength) return name;
  const hash = createHash('sha256').update(tool).digest('hex').slice(0, 8);
  return `${name.slice(0, maxNameLength - hash.length - 1)}_${hash}`;
}

function isTrusted({ trustReadOnly = false }: McpServerConfig, tool: string): boolean {
  return typeof trustReadOnly === 'boolean' ? trustReadOnly : trustReadOnly.includes(tool);
}

function hintsOf({ annotations }: ListedTool): ApprovalNote[] {
  if (annotations?.readOnlyHint === true) return [hintReads];
  if (annotations?.destructiveHint === true) return [hintDestroys];
  return [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
