// What the rest of the server knows of its settings: one typed value, made once at start. Knows the rules between
// settings; never reads the process's environment itself.
import { basename, join, resolve } from 'node:path';
import { secretValues } from '@slipstream/agent';
import { demoModelInfo } from '@slipstream/models';
import { AppError } from '@slipstream/protocol';
import { isLoopback } from '../security/hosts.ts';
import { type ModelSettings, toModelSettings } from './model-settings.ts';
import { parseModelFile } from './parse-model-file.ts';
import { defaultModelFile, Settings, settingRows } from './settings.ts';

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
  limits: {
    maxSteps: number;
    maxOutputTokens: number;
    maxRetries: number;
    retryDelayMs: number;
    requestTimeoutMs: number;
  };
  /** Whether the agent may run commands where no sandbox works; it asks for each of them. */
  unsandboxedCommands: boolean;
  /** Absolute paths of what is the server's own and closed to the agent, also inside the workspace. */
  hiddenPaths: readonly string[];
  /** Values of variables named like keys, to be taken out of what tools give; never shown, never logged. */
  secretValues: readonly string[];
  authToken: string | undefined;
  allowedHosts: readonly string[];
  devOrigin: string | undefined;
  logLevel: Settings['LOG_LEVEL'];
  shutdownGraceMs: number;
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
  if (!parsed.success)
    throw invalid([
      ...parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`),
      ...read.faults,
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
    limits: {
      maxSteps: settings.MAX_STEPS,
      maxOutputTokens: settings.MAX_OUTPUT_TOKENS,
      maxRetries: settings.MAX_RETRIES,
      retryDelayMs: settings.RETRY_DELAY_MS,
      requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
    },
    unsandboxedCommands: toRule(settings),
    hiddenPaths: [resolve(cwd, settings.DATA_DIR), envFile(cwd), modelFile],
    secretValues: secretValues(env),
    authToken: settings.AUTH_TOKEN,
    allowedHosts: settings.ALLOWED_HOSTS,
    devOrigin: settings.DEV_ORIGIN,
    logLevel: settings.LOG_LEVEL,
    shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  };
  const faults = [...faultsBetween(config), ...read.faults];
  if (faults.length > 0) throw invalid(faults);
  return config;
}

type ReadModels = { models: ModelSettings | null; faults: string[] };

function readModels(
  path: string,
  wanted: boolean,
  env: Environment,
  readText: (path: string) => string | undefined,
): ReadModels {
  const text = readText(path);
  if (text === undefined)
    return { models: null, faults: wanted ? ['CONFIG_FILE names a file that is not there'] : [] };
  const reserved = demoModelInfo.id;
  const parsed = parseModelFile(text, basename(path), reserved);
  if ('faults' in parsed) return { models: null, faults: parsed.faults };
  return { models: toModelSettings(parsed.file, env, reserved), faults: [] };
}

function toRule({ UNSANDBOXED_COMMANDS: rule, HOST }: Settings): boolean {
  return rule === 'ask' || (rule === 'auto' && isLoopback(withoutBrackets(HOST)));
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
  if (!isLoopback(config.host) && config.authToken === undefined)
    faults.push(
      `HOST is ${config.host}, which other machines can reach, and whoever reaches this server can run commands ` +
        'through its agent: set AUTH_TOKEN to a secret of at least 16 characters (`openssl rand -hex 24` makes ' +
        'one), or leave HOST at 127.0.0.1',
    );
  if (config.workspaceDir === config.dataDir)
    faults.push('DATA_DIR and WORKSPACE_DIR are the same folder: the agent would work on its own records');
  return faults;
}

function invalid(faults: string[]): AppError {
  return new AppError(
    'invalid_config',
    ['The settings are not valid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'),
  );
}
