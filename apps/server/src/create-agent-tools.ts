// Everything that the agent can do on this server: the built-in tools, the owner's own, and those of the owner's MCP
// servers; with one name for each, and what is in force around them.
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  createAskUserTool,
  createPlanReadyTool,
  createReadOutputTool,
  createSecretMask,
  type FileRestorer,
  type Log,
  type Store,
  type Tool,
  type ToolSet,
  toTimestamp,
} from '@slipstream/agent';
import type { SandboxInfo, SkillList } from '@slipstream/protocol';
import {
  createChangeJournal,
  createFileRestorer,
  createFormerContents,
  createMcpServers,
  createOwnTools,
  createPathFinder,
  createSkills,
  createSkillTool,
  createTools,
  createWorkspaceBrowser,
  defaultProcessLimits,
  describeSandbox,
  type McpServerState,
  type OwnToolFile,
  type OwnTools,
  type PathFinder,
  probeSandbox,
  type Skills,
  type WorkspaceBrowser,
} from '@slipstream/tools';
import { systemClock, systemIds } from './boot/system-clock.ts';
import type { Config } from './config/config.ts';
import { version } from './ops/version.ts';
import { splitServers } from './split-servers.ts';

export type AgentTools = {
  /** As they are at this moment. */
  tools(): ToolSet;
  sandbox: string;
  sandboxed: boolean;
  sandboxInfo: SandboxInfo;
  mcpServers(): readonly McpServerState[];
  ownTools(): readonly OwnToolFile[];
  files: FileRestorer;
  skills: Skills;
  /** Those of the workspace, for people. */
  skillList(): Promise<SkillList['skills']>;
  paths: PathFinder;
  browser: WorkspaceBrowser;
  /** Resolves when no MCP server is left running. */
  close(): Promise<void>;
};

/** Waits for no MCP server. Rejects with `invalid_config` for a folder of own tools that cannot be used. */
export async function createAgentTools(
  config: Config,
  store: Pick<Store, 'changes' | 'history'>,
  log: Log,
): Promise<AgentTools> {
  const sandbox = await probeSandbox();
  const sandboxed = sandbox.kind !== 'none';
  const usable = sandboxed || config.unsandboxedCommands;
  if (sandbox.kind === 'none') log.warn({ reason: sandbox.reason, usable }, 'commands have no sandbox here');
  const hidden = config.hiddenPaths;
  const processLimits = { ...defaultProcessLimits, maxProcessBytes: config.sandbox.memoryMb * 1024 ** 2 };
  const contents = createFormerContents({ folder: join(config.dataDir, 'undo') });
  const journal = createChangeJournal({
    contents,
    changes: store.changes,
    nextId: systemIds.next,
    now: () => toTimestamp(systemClock.now()),
  });
  const skills = createSkills({ hidden, home: homedir() });
  const builtIn = [
    ...createTools({
      clock: systemClock,
      sandbox,
      hidden,
      network: config.sandbox.network,
      readable: config.sandbox.readable,
      limits: processLimits,
      search: config.search,
      journal,
    }),
    createPlanReadyTool(),
    createReadOutputTool(store.history),
    createSkillTool(skills),
    createAskUserTool(),
  ].filter((tool) => usable || tool.risk !== 'command');

  const { mask } = createSecretMask(config.secretValues);
  const maskedLog = withMask(log, mask);
  const own: OwnTools | undefined =
    config.toolsDir === undefined
      ? undefined
      : await createOwnTools({
          folder: config.toolsDir,
          workspace: config.workspaceDir,
          taken: builtIn.map((tool) => tool.name),
          clock: systemClock,
          log: maskedLog,
        });
  const { started, refused } = splitServers(config.mcpServers, usable);
  const mcp = createMcpServers({
    processLimits,
    servers: started,
    sandbox,
    hidden,
    clock: systemClock,
    log: maskedLog,
    workspace: config.workspaceDir,
    version,
  });
  const merge = createMerge(log);
  const masked = <T extends { problem: string | undefined }>(state: T): T => ({
    ...state,
    problem: state.problem === undefined ? undefined : mask(state.problem),
  });
  return {
    tools: () => merge([...builtIn, ...(own?.tools() ?? []), ...mcp.tools()]),
    sandbox: usable ? describeSandbox(sandbox, config.sandbox.network) : 'Commands cannot be run here.',
    sandboxed,
    sandboxInfo: {
      kind: sandbox.kind,
      reason: sandbox.kind === 'none' ? sandbox.reason : null,
      network: !sandboxed || config.sandbox.network === 'on',
      readable: sandboxed ? [...config.sandbox.readable] : [],
      memoryMb: sandboxed ? config.sandbox.memoryMb : 0,
      commands: usable,
    },
    mcpServers: () => [...mcp.states().map(masked), ...refused],
    ownTools: () => (own?.files() ?? []).map(masked),
    files: createFileRestorer({ contents, hidden }),
    skills,
    skillList: async () =>
      (await skills.read(config.workspaceDir)).skills.map(({ name, description }) => ({ name, description })),
    paths: createPathFinder({ clock: systemClock, sandbox, hidden, workspace: config.workspaceDir }),
    browser: createWorkspaceBrowser({
      clock: systemClock,
      sandbox,
      hidden,
      workspace: config.workspaceDir,
      mask,
    }),
    async close() {
      own?.close();
      await mcp.close();
    },
  };
}

/** Of two tools of one name the first counts; that is told once. */
function createMerge(log: Log): (tools: readonly Tool[]) => ToolSet {
  const told = new Set<string>();
  return (tools) => {
    const set = new Map<string, Tool>();
    for (const tool of tools) {
      if (!set.has(tool.name)) {
        set.set(tool.name, tool);
        continue;
      }
      if (!told.has(tool.name)) log.warn({ tool: tool.name }, 'a second tool of this name is left out');
      told.add(tool.name);
    }
    return set;
  };
}

/** What a program or a file says of its failure can hold the key that it was given. */
function withMask(log: Log, mask: (text: string) => string): Log {
  const clean = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? mask(value) : value]),
    );
  return {
    info: (fields, message) => log.info(clean(fields), message),
    warn: (fields, message) => log.warn(clean(fields), message),
    error: (fields, message) => log.error(clean(fields), message),
  };
}
