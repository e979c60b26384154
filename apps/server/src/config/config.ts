// What the rest of the server knows of its settings: one typed value, made once at start. Knows the rules between
// settings; never reads the process's environment itself.
import { basename, join, relative, resolve } from 'node:path';
import { type PermissionRule, secretValues, type TraceLimits, toPermissionRule } from '@slipstream/agent';
import { demoModelInfo } from '@slipstream/models';
import { AppError } from '@slipstream/protocol';
import type { SearchService } from '@slipstream/tools';
import { isLoopback } from '../security/hosts.ts';
import { type McpSettings, parseMcpFile, toMcpServers } from './mcp-file.ts';
import type { ModelFile } from './model-file-schema.ts';
import { type ModelSettings, toModelSettings } from './model-settings.ts';
import { parseModelFile } from './parse-model-file.ts';
import { defaultMcpFile, defaultModelFile, Settings, settingRows } from './settings.ts';

export type Config = {
  host: string;
  port: number;
  /** Absolute. */
  dataDir: string;
  /** Absolute. */
  workspaceDir: string;
  provider: { apiKey: string | undefined; baseUrl: string | undefined; model: string | undefined };
  /** What `slipstream.yaml` says; null where there is none, and `provider` counts. */
  models: ModelSettings | null;
  /** The owner's MCP servers. */
  mcpServers: McpSettings['servers'];
  /** Absolute; undefined where the owner has no tools of their own. */
  toolsDir: string | undefined;
  limits: {
    maxSteps: number;
    maxOutputTokens: number;
    maxRetries: number;
    approvalTimeoutMs: number;
    retryDelayMs: number;
    requestTimeoutMs: number;
  };
  /** What `slipstream.yaml` allows, asks about and denies. */
  permissionRules: readonly PermissionRule[];
  /** Of commands in the sandbox: whether they reach the network, and which folders they may read besides the system's. */
  sandbox: { network: 'off' | 'on'; readable: readonly string[]; memoryMb: number };
  titles: Settings['TITLES'];
  /** Whether answers carry a short record of their work into later prompts. */
  digests: boolean;
  /** Whether the agent may run commands where no sandbox works; it asks for each of them. */
  unsandboxedCommands: boolean;
  /** Who answers `web_search`; without one there is no such tool. */
  search: SearchService | undefined;
  /** Absolute paths of what is the server's own and closed to the agent, also inside the workspace. */
  hiddenPaths: readonly string[];
  /** Values of variables named like keys, to be taken out of what tools give; never shown, never logged. */
  secretValues: readonly string[];
  authToken: string | undefined;
  /** Everybody may look, nobody may change anything, and nothing happens by itself. */
  readOnly: boolean;
  allowedHosts: readonly string[];
  devOrigin: string | undefined;
  logLevel: Settings['LOG_LEVEL'];
  shutdownGraceMs: number;
  maxAttachmentMb: number;
  traceLimits: TraceLimits;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** The file beside the server that is read for settings. */
export function envFile(cwd: string): string {
  return join(cwd, '.env');
}

/**
 * The config that an environment describes; relative folders are taken from `cwd`. An empty value counts as not set.
 * `readText` gives the text of a file, or undefined where there is none. Throws `invalid_config` with one line per fault, each with the variable's name; values are never repeated in it.
 */
export function toConfig(
  env: Environment,
  cwd: string,
  readText: (path: string) => string | undefined = () => undefined,
): Config {
  const known = named(env);
  const parsed = Settings.safeParse(known);
  const modelFile = resolve(cwd, known['CONFIG_FILE'] ?? defaultModelFile);
  const wanted = modelFile !== resolve(cwd, defaultModelFile);
  const read = readModels(modelFile, wanted, env, readText);
  const mcpFile = resolve(cwd, known['MCP_CONFIG'] ?? defaultMcpFile);
  const mcp = readMcpServers(mcpFile, mcpFile !== resolve(cwd, defaultMcpFile), env, readText);
  if (!parsed.success)
    throw invalid([
      ...parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`),
      ...read.faults,
      ...mcp.faults,
    ]);
  const settings = parsed.data;
  const config: Config = {
    host: withoutBrackets(settings.HOST),
    port: settings.PORT,
    dataDir: resolve(cwd, settings.DATA_DIR),
    workspaceDir: resolve(cwd, settings.WORKSPACE_DIR),
    provider: {
      apiKey: settings.OPENAI_API_KEY,
      baseUrl: settings.OPENAI_BASE_URL,
      model: settings.OPENAI_MODEL,
    },
    models: read.models,
    mcpServers: [...mcp.servers, ...read.mcp.servers],
    permissionRules: read.rules,
    sandbox: {
      network: settings.SANDBOX_NETWORK === 'on' ? 'on' : 'off',
      readable: settings.SANDBOX_READABLE,
      memoryMb: settings.SANDBOX_MEMORY_MB,
    },
    toolsDir: settings.TOOLS_DIR === undefined ? undefined : resolve(cwd, settings.TOOLS_DIR),
    limits: {
      maxSteps: settings.MAX_STEPS,
      maxOutputTokens: settings.MAX_OUTPUT_TOKENS,
      maxRetries: settings.MAX_RETRIES,
      approvalTimeoutMs: settings.APPROVAL_TIMEOUT_MS,
      retryDelayMs: settings.RETRY_DELAY_MS,
      requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
    },
    titles: settings.TITLES,
    digests: settings.WORK_RECORDS === 'on',
    unsandboxedCommands: toRule(settings),
    search: toSearch(settings),
    hiddenPaths: [
      resolve(cwd, settings.DATA_DIR),
      envFile(cwd),
      modelFile,
      mcpFile,
      ...(settings.TOOLS_DIR === undefined ? [] : [resolve(cwd, settings.TOOLS_DIR)]),
    ],
    secretValues: [...secretValues(env), ...mcp.secretValues, ...read.mcp.secretValues],
    authToken: settings.AUTH_TOKEN,
    readOnly: settings.READ_ONLY === 'on',
    allowedHosts: settings.ALLOWED_HOSTS,
    devOrigin: settings.DEV_ORIGIN,
    logLevel: settings.LOG_LEVEL,
    shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
    maxAttachmentMb: settings.MAX_ATTACHMENT_MB,
    traceLimits: {
      maxAgeMs: settings.TRACE_MAX_DAYS === 0 ? null : settings.TRACE_MAX_DAYS * 24 * 60 * 60 * 1000,
      maxBytes: settings.TRACE_MAX_MB === 0 ? null : settings.TRACE_MAX_MB * 1024 * 1024,
    },
  };
  const faults = [...faultsBetween(config), ...read.faults, ...mcp.faults];
  const alike = read.mcp.servers.find(({ name }) => mcp.servers.some((other) => other.name === name));
  if (alike)
    faults.push(`${basename(modelFile)} and ${basename(mcpFile)} both have an MCP server "${alike.name}"`);
  if (mcp.isThere && isWithin(config.workspaceDir, mcpFile)) faults.push(inWorkspace(mcpFile, 'MCP_CONFIG'));
  if (read.isTrusted && isWithin(config.workspaceDir, modelFile))
    faults.push(inWorkspace(modelFile, 'CONFIG_FILE'));
  if (faults.length > 0) throw invalid(faults);
  return config;
}

function inWorkspace(path: string, setting: string): string {
  return (
    `${basename(path)} lies in the workspace, where the agent can write what the server would run or allow: move it, ` +
    `and set ${setting} to its new place`
  );
}

/** `isTrusted`: the file says what is run or allowed, not only which models there are. */
type ReadModels = {
  models: ModelSettings | null;
  rules: PermissionRule[];
  mcp: McpSettings;
  isTrusted: boolean;
  faults: string[];
};

const noMcp: McpSettings = { servers: [], secretValues: [] };

function readModels(
  path: string,
  wanted: boolean,
  env: Environment,
  readText: (path: string) => string | undefined,
): ReadModels {
  const none = { models: null, rules: [], mcp: noMcp, isTrusted: false };
  const text = readText(path);
  if (text === undefined)
    return { ...none, faults: wanted ? ['CONFIG_FILE names a file that is not there'] : [] };
  const reserved = demoModelInfo.id;
  const parsed = parseModelFile(text, basename(path), reserved);
  if ('faults' in parsed) return { ...none, faults: parsed.faults };
  const { file } = parsed;
  const mcp = toMcpServers(file.mcpServers ?? {}, env);
  return {
    models: file.models.length > 0 ? toModelSettings(file, env, reserved) : null,
    rules: toRules(file.permissions),
    mcp: 'servers' in mcp ? mcp : noMcp,
    isTrusted: file.permissions !== undefined || file.mcpServers !== undefined,
    faults: 'faults' in mcp ? mcp.faults.map(parsed.toFault) : [],
  };
}

function toRules(permissions: ModelFile['permissions']): PermissionRule[] {
  if (!permissions) return [];
  return (['deny', 'ask', 'allow'] as const).flatMap((effect) =>
    permissions[effect].map((text) => toPermissionRule(effect, text)),
  );
}

type ReadMcp = McpSettings & { faults: readonly string[]; isThere: boolean };

function readMcpServers(
  path: string,
  wanted: boolean,
  env: Environment,
  readText: (path: string) => string | undefined,
): ReadMcp {
  const text = readText(path);
  if (text === undefined)
    return { ...noMcp, isThere: false, faults: wanted ? ['MCP_CONFIG names a file that is not there'] : [] };
  const parsed = parseMcpFile(text, basename(path), env);
  return 'faults' in parsed
    ? { ...noMcp, isThere: true, faults: parsed.faults }
    : { ...parsed, isThere: true, faults: [] };
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !/^\.\.(?:[\\/]|$)/.test(way);
}

function toRule({ UNSANDBOXED_COMMANDS: rule, HOST }: Settings): boolean {
  return rule === 'ask' || (rule === 'auto' && isLoopback(withoutBrackets(HOST)));
}

function toSearch({ SEARCH_URL: url, BRAVE_API_KEY: key }: Settings): SearchService | undefined {
  if (url !== undefined) return { kind: 'searxng', url };
  return key === undefined ? undefined : { kind: 'brave', key };
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** Only the known names, trimmed, without empty ones, and with second names in their place. */
function named(env: Environment): Record<string, string> {
  const known: Record<string, string> = {};
  for (const { name, also } of settingRows) {
    const value = env[name]?.trim() || (also && env[also]?.trim());
    if (value) known[name] = value;
  }
  return known;
}

function faultsBetween(config: Config): string[] {
  const faults: string[] = [];
  // Where only looking is possible nothing can be run through the agent.
  if (!isLoopback(config.host) && config.authToken === undefined && !config.readOnly)
    faults.push(
      `HOST is ${config.host}, which other machines can reach, and whoever reaches this server can run commands ` +
        'through its agent: set AUTH_TOKEN to a secret of at least 16 characters (`openssl rand -hex 24` makes ' +
        'one), or leave HOST at 127.0.0.1',
    );
  if (config.sandbox.network === 'on' && config.authToken === undefined && !config.readOnly)
    faults.push(
      'SANDBOX_NETWORK is on, so the commands of the agent can reach this server and answer its questions for you: set ' +
        'AUTH_TOKEN, which they cannot see',
    );
  if (config.workspaceDir === config.dataDir)
    faults.push('DATA_DIR and WORKSPACE_DIR are the same folder: the agent would work on its own records');
  const { toolsDir, workspaceDir } = config;
  if (toolsDir !== undefined && (isWithin(workspaceDir, toolsDir) || isWithin(toolsDir, workspaceDir)))
    faults.push(
      'TOOLS_DIR and WORKSPACE_DIR lie in each other: the agent could write tools that the server runs with all its ' +
        'rights; use a folder apart from the workspace',
    );
  return faults;
}

function invalid(faults: string[]): AppError {
  return new AppError(
    'invalid_config',
    ['The settings are not valid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'),
  );
}
