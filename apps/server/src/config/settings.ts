// Every setting of the server, once: its name, what is allowed, its default and the words that explain it. The table
// in the README, `.env.example` and the faults at start all come from here. Reads no environment and no file.
import * as z from 'zod';

type Meta = { description: string; secret?: boolean; also?: string };

const wholeNumber = (min: number, max: number, fallback: number, meta: Meta) => {
  const allowed = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, allowed)
    .transform(Number)
    .refine((value) => value >= min && value <= max, allowed)
    .default(fallback)
    .meta(meta);
};

const text = (meta: Meta) => z.string().optional().meta(meta);

const hostName = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i;

/** The Host names of a list as they are compared: lower case, without a port. */
function toHostNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

function isUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isOrigin(value: string): boolean {
  return isUrl(value) && new URL(value).origin === value;
}

function toFolders(list: string): string[] {
  return list
    .split(':')
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '');
}

const networkRules = ['none', 'on'] as const;

const commandRules = ['auto', 'ask', 'refuse'] as const;
const titleRules = ['model', 'rule'] as const;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

export const defaultModelFile = './slipstream.yaml';
export const defaultMcpFile = './.mcp.json';

export const Settings = z.object({
  HOST: z.string().default('127.0.0.1').meta({
    description:
      'Address to listen on. Any other than this machine itself (0.0.0.0, say) needs `AUTH_TOKEN` as well.',
  }),
  PORT: wholeNumber(0, 65_535, 8787, { description: 'Port to listen on; 0 picks a free one.' }),
  DATA_DIR: z
    .string()
    .default('./data')
    .meta({ description: 'Folder of the database; created if missing. Only one server may use it.' }),
  WORKSPACE_DIR: z
    .string()
    .default('./workspace')
    .meta({ description: 'Folder that the agent works in and never leaves; created if missing.' }),
  OPENAI_API_KEY: text({
    description: 'Key of the model provider. Without a key and a base URL the demo model answers.',
    secret: true,
  }),
  OPENAI_BASE_URL: z.string().refine(isUrl, 'must be an http or https URL').optional().meta({
    description:
      "Address of any OpenAI-compatible API, with its `/v1`. Without it, and with a key, OpenAI's own.",
  }),
  OPENAI_MODEL: text({
    description: 'Name of the model. `OPENAI_MODEL_NAME` is read too.',
    also: 'OPENAI_MODEL_NAME',
  }),
  CONFIG_FILE: z
    .string()
    .default(defaultModelFile)
    .meta({
      description:
        'File with several providers and models, as in `slipstream.example.yaml`. If it is there, it is used in the ' +
        'place of the three settings above.',
    }),
  MCP_CONFIG: z.string().default(defaultMcpFile).meta({
    description:
      'File with MCP servers in the usual form (`mcpServers`). It may not lie in the workspace. See docs/tools.md.',
  }),
  TOOLS_DIR: text({
    description:
      'Folder with tools of your own, loaded and run with all rights of the server. It may not lie in the workspace.',
  }),
  MAX_STEPS: wholeNumber(1, 1000, 50, { description: 'Model calls that one turn may make.' }),
  MAX_OUTPUT_TOKENS: wholeNumber(16, 1_000_000, 8192, {
    description: 'Tokens that one model call may give.',
  }),
  MAX_RETRIES: wholeNumber(0, 20, 3, {
    description: 'How often a model call that failed for a passing reason is tried again.',
  }),
  RETRY_DELAY_MS: wholeNumber(0, 600_000, 1000, {
    description: 'Wait before the first of these tries, in milliseconds; doubles with each.',
  }),
  REQUEST_TIMEOUT_MS: wholeNumber(100, 3_600_000, 120_000, {
    description:
      'Time without a byte from the provider after which a call counts as failed, in milliseconds.',
  }),
  TITLES: z
    .enum(titleRules, { error: () => `must be one of ${titleRules.join(', ')}` })
    .default('model')
    .meta({
      description:
        'How chats get their titles: `model` asks the model once after the first answer (the `small` one of ' +
        '`CONFIG_FILE`, if it names one), `rule` takes the first words of the first message.',
    }),
  WORK_RECORDS: z
    .enum(['on', 'off'], { error: () => 'must be on or off' })
    .default('on')
    .meta({
      description:
        'Whether later prompts say in one paragraph what was done for each answer: files, commands, failures.',
    }),
  APPROVAL_TIMEOUT_MS: wholeNumber(0, 604_800_000, 0, {
    description:
      'How long a question waits for an answer before it counts as denied, in milliseconds; 0 waits until somebody answers.',
  }),
  AUTH_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta({
    description:
      'Access token, 16 characters or more (`openssl rand -hex 24` makes one). When it is set, every client needs it.',
    secret: true,
  }),
  READ_ONLY: z
    .enum(['off', 'on'], { error: () => 'must be on or off' })
    .default('off')
    .meta({
      description:
        'With `on` the chats of `DATA_DIR` are shown to everybody who reaches the server, and nobody can change anything: for ' +
        'a public demo. No token is needed then, on any `HOST`; with one only those who have it may look.',
    }),
  UNSANDBOXED_COMMANDS: z
    .enum(commandRules, { error: () => `must be one of ${commandRules.join(', ')}` })
    .default('auto')
    .meta({
      description:
        'Commands where no sandbox works: `ask` runs what you allow, `refuse` takes them from the agent, ' +
        '`auto` asks on a loopback `HOST` and refuses on any other. In a container of its own, `ask` is fine.',
    }),
  SANDBOX_NETWORK: z
    .enum(networkRules, { error: () => `must be one of ${networkRules.join(', ')}` })
    .default('none')
    .meta({
      description:
        'Network of commands in the sandbox: `none`, or `on`. With `on`, mode `auto` asks before commands, and ' +
        '`AUTH_TOKEN` is needed: else a command could answer for you.',
    }),
  SANDBOX_READABLE: z
    .string()
    .transform(toFolders)
    .refine((folders) => folders.every((folder) => folder.startsWith('/') && folder !== '/'), {
      message: 'must be absolute folders, separated by colons',
    })
    .default([])
    .meta({
      description:
        'Folders, separated by colons, that commands in the sandbox may read besides the system and the workspace: a ' +
        'toolchain in your home folder, say.',
    }),
  SANDBOX_MEMORY_MB: wholeNumber(0, 16_777_216, 8192, {
    description:
      'Address space that one process in the sandbox may have, in MiB; 0 for no limit. Programs that reserve far more than ' +
      'they use (some browsers, sanitizers) need a larger one.',
  }),
  SEARCH_URL: z.string().refine(isUrl, 'must be an http or https URL').optional().meta({
    description:
      'Address of a SearXNG whose JSON format is on; with it the agent can search the web. It may be a local one.',
  }),
  BRAVE_API_KEY: text({
    description: 'Key of the Brave Search API, for searching the web where there is no `SEARCH_URL`.',
    secret: true,
  }),
  ALLOWED_HOSTS: z
    .string()
    .transform(toHostNames)
    .refine((names) => names.every((name) => hostName.test(name)), {
      message: 'must be host names without scheme and port, separated by commas',
    })
    .default([])
    .meta({
      description: 'Host names, separated by commas, under which the server may be reached besides its own.',
    }),
  LOG_LEVEL: z
    .enum(logLevels, { error: () => `must be one of ${logLevels.join(', ')}` })
    .default('info')
    .meta({ description: `How much is logged on stderr: ${logLevels.join(', ')}.` }),
  TRACE_MAX_DAYS: wholeNumber(0, 36_500, 0, {
    description: 'Days after which the steps behind an answer are removed; the messages stay. 0 keeps them.',
  }),
  TRACE_MAX_MB: wholeNumber(0, 1_000_000, 0, {
    description: 'MB that the steps behind all answers may take; the oldest go first. 0 keeps them.',
  }),
  MAX_ATTACHMENT_MB: wholeNumber(1, 200, 20, {
    description: 'Size of one file that a message carries, in MB.',
  }),
  SHUTDOWN_GRACE_MS: wholeNumber(0, 600_000, 10_000, {
    description: 'How long running turns may go on after SIGTERM or Ctrl+C, in milliseconds.',
  }),
  DEV_ORIGIN: z.string().refine(isOrigin, 'must be an origin such as http://localhost:5173').optional().meta({
    description: 'Origin of a development server whose page may talk to this one. Leave it empty otherwise.',
  }),
});
export type Settings = z.infer<typeof Settings>;

/** One row of the documentation: what a person needs to know about a setting. */
export type SettingRow = {
  name: string;
  default: string;
  description: string;
  secret: boolean;
  /** A second name under which it is read. */
  also: string | undefined;
};

/** All settings, in the order in which people meet them. */
export const settingRows: SettingRow[] = Object.entries(Settings.shape).map(([name, schema]) => {
  const meta = schema.meta() as Meta | undefined;
  const fallback: unknown = schema.def.type === 'default' ? schema.def.defaultValue : undefined;
  return {
    name,
    default: fallback === undefined ? '' : String(fallback),
    description: meta?.description ?? '',
    secret: meta?.secret ?? false,
    also: meta?.also,
  };
});
