// Which MCP servers may be started: programs that want a sandbox are not, where there is none and the operator has not
// said that things run without one.
import type { McpServerConfig, McpServerState } from '@slipstream/tools';

const problem =
  'It is not started: there is no sandbox here, and UNSANDBOXED_COMMANDS refuses what has none. "sandbox": false in its ' +
  "entry runs it with all rights of the server's user.";

export function splitServers(
  servers: readonly McpServerConfig[],
  usable: boolean,
): { started: McpServerConfig[]; refused: McpServerState[] } {
  const isRefused = (server: McpServerConfig) => !usable && server.kind === 'stdio' && server.sandbox;
  return {
    started: servers.filter((server) => !isRefused(server)),
    refused: servers.filter(isRefused).map(({ name }) => ({ name, state: 'stopped', tools: [], problem })),
  };
}
