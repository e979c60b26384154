// All MCP servers of one owner: their tools as they are at this moment, their states, and their end.
import type { Log, Tool } from '@slipstream/agent';
import type { McpServerConfig, McpServerState } from './mcp-config.ts';
import { createMcpConnection, defaultMcpLimits, type McpLimits } from './mcp-connection.ts';
import type { McpSurroundings } from './open-client.ts';

export type McpServersOptions = Pick<McpSurroundings, 'sandbox' | 'clock' | 'workspace' | 'version'> &
  Partial<Pick<McpSurroundings, 'hidden' | 'environment' | 'processLimits'>> & {
    servers: readonly McpServerConfig[];
    log: Log;
    limits?: Partial<McpLimits>;
    /** Called after each change of a state or of a list of tools. */
    onChange?: () => void;
  };

export type McpServers = {
  tools(): Tool[];
  states(): McpServerState[];
  close(): Promise<void>;
};

/** Begins to start them all and waits for none. `close` resolves when nothing of theirs is left running. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const around = {
    sandbox: options.sandbox,
    clock: options.clock,
    workspace: options.workspace,
    version: options.version,
    hidden: options.hidden ?? [],
    environment: options.environment ?? process.env,
    processLimits: options.processLimits,
    log: options.log,
  };
  const limits = { ...defaultMcpLimits, ...options.limits };
  const onChange = options.onChange ?? (() => undefined);
  const connections = options.servers.map((server) => createMcpConnection(server, around, limits, onChange));
  for (const connection of connections) connection.start();
  return {
    tools: () => connections.flatMap((connection) => connection.tools()),
    states: () => connections.map((connection) => connection.state()),
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}
