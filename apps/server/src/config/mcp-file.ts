// The text of `.mcp.json`, and the same part of `slipstream.yaml`, to MCP servers, or to all faults at once, each with its
// place. Reads no file, and never repeats a value: keys stand in it. What other programs put there is left alone.
import { secretValues } from '@slipstream/agent';
import type { McpServerConfig } from '@slipstream/tools';
import * as z from 'zod';
import type { Environment } from './config.ts';

export type McpSettings = {
  servers: readonly McpServerConfig[];
  /** Values that the file itself holds and that must not be shown. */
  secretValues: readonly string[];
};

export type ParsedMcpFile = McpSettings | { faults: string[] };

const words = z.string('must be a text').min(1, 'must not be empty');
const texts = z.record(z.string(), z.string('must be a text'), 'must be an entry with texts').default({});
const yesOrNo = z.boolean('must be true or false');

const common = {
  disabled: yesOrNo.default(false),
  timeoutMs: z
    .int('must be a whole number')
    .min(1000, 'must be at least 1000')
    .max(3_600_000, 'must be at most 3600000')
    .optional(),
  trustReadOnly: z
    .union([yesOrNo, z.array(words)], 'must be true, false or a list of tool names')
    .default(false),
};

const Program = z.object({
  ...common,
  command: words,
  args: z.array(z.string('must be a text'), 'must be a list').default([]),
  env: texts,
  sandbox: yesOrNo.default(true),
  network: yesOrNo.default(true),
  readable: z
    .array(z.string('must be a text').startsWith('/', 'must be an absolute path'), 'must be a list')
    .default([]),
});

const Address = z.object({
  ...common,
  url: words,
  headers: texts,
});

const File = z.object(
  {
    mcpServers: z.record(
      z.string(),
      z.looseObject({}, 'must be an entry with settings'),
      'must be an entry with servers',
    ),
  },
  'must be an entry with mcpServers',
);

const nameForm = /^[A-Za-z0-9_-]{1,32}$/;

/** `name` stands before each place; `${NAME}` and `${NAME:-default}` are taken from `env`. */
export function parseMcpFile(text: string, name: string, env: Environment): ParsedMcpFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return { faults: [`${name}${lineOf(thrown, text)} is not valid JSON`] };
  }
  const file = File.safeParse(value);
  if (!file.success)
    return { faults: file.error.issues.map((issue) => toFault(name, issue.path, issue.message)) };
  const read = toMcpServers(file.data.mcpServers, env);
  return 'servers' in read
    ? read
    : { faults: read.faults.map(({ path, message }) => toFault(name, path, message)) };
}

/** The entries of `mcpServers`; the paths of faults begin with that word. */
export function toMcpServers(
  entries: Readonly<Record<string, Record<string, unknown>>>,
  env: Environment,
): McpSettings | { faults: Fault[] } {
  const servers: McpServerConfig[] = [];
  const faults: Fault[] = [];
  for (const [key, entry] of Object.entries(entries)) {
    const place = ['mcpServers', key];
    if (!nameForm.test(key))
      faults.push({ path: place, message: 'must have a name of 1 to 32 letters, digits, - and _' });
    const read = toServer(key, entry, env);
    if ('faults' in read)
      faults.push(...read.faults.map(({ path, message }) => ({ path: [...place, ...path], message })));
    else if (read.server) servers.push(read.server);
  }
  return faults.length > 0 ? { faults } : { servers, secretValues: servers.flatMap(secretsOf) };
}

type Fault = { path: readonly PropertyKey[]; message: string };

function toServer(
  name: string,
  entry: Record<string, unknown>,
  env: Environment,
): { server: McpServerConfig | undefined } | { faults: readonly Fault[] } {
  const isProgram = 'command' in entry;
  if (isProgram === 'url' in entry)
    return { faults: [{ path: [], message: 'must have either a command or a url' }] };
  if (entry['type'] === 'sse')
    return {
      faults: [{ path: ['type'], message: 'must be http: the older way of events alone is not spoken' }],
    };
  const faults: Fault[] = [];
  const fill = (text: string, ...path: PropertyKey[]) =>
    filled(text, env, (message) => faults.push({ path, message }));
  const fillAll = (record: Record<string, string>, field: string) =>
    Object.fromEntries(Object.entries(record).map(([key, text]) => [key, fill(text, field, key)]));
  const shared = ({ timeoutMs, trustReadOnly }: z.infer<typeof Program> | z.infer<typeof Address>) => ({
    name,
    trustReadOnly,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  let server: McpServerConfig;
  if (isProgram) {
    const parsed = Program.safeParse(entry);
    if (!parsed.success) return { faults: parsed.error.issues };
    const { disabled, command, sandbox, network, readable } = parsed.data;
    if (disabled) return { server: undefined };
    server = {
      ...shared(parsed.data),
      ...{ kind: 'stdio', command, sandbox, readable, network: network ? 'on' : 'off' },
      args: parsed.data.args.map((text, index) => fill(text, 'args', index)),
      env: fillAll(parsed.data.env, 'env'),
    };
  } else {
    const parsed = Address.safeParse(entry);
    if (!parsed.success) return { faults: parsed.error.issues };
    if (parsed.data.disabled) return { server: undefined };
    const url = fill(parsed.data.url, 'url');
    if (faults.length === 0 && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      faults.push({ path: ['url'], message: 'must be an http or https URL' });
    server = { ...shared(parsed.data), kind: 'http', url, headers: fillAll(parsed.data.headers, 'headers') };
  }
  return faults.length > 0 ? { faults } : { server };
}

function filled(text: string, env: Environment, onFault: (message: string) => void): string {
  return text.replace(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (_, name: string, fallback?: string) => {
      const value = env[name]?.trim() || fallback;
      if (value === undefined) onFault(`needs the variable ${name}, which is not set`);
      return value ?? '';
    },
  );
}

function secretsOf(server: McpServerConfig): string[] {
  if (server.kind === 'stdio') return secretValues(server.env);
  const held = Object.entries(server.headers).filter(([name]) => /auth|key|token|secret|cookie/i.test(name));
  // Of `Bearer …` the second word is the secret, too.
  return held
    .flatMap(([, value]) => [value, ...value.split(' ').slice(1)])
    .filter((value) => value.length >= 8);
}

function toFault(name: string, path: readonly PropertyKey[], message: string): string {
  return [name, path.map(String).join('.'), message].filter((part) => part !== '').join(' ');
}

function lineOf(thrown: unknown, text: string): string {
  const position = /at position (\d+)/.exec(String(thrown))?.[1];
  if (position === undefined) return `:${text.split('\n').length}`;
  return `:${text.slice(0, Number(position)).split('\n').length}`;
}
