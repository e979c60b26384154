export { createContextSource } from './context/create-context-source.ts';
export { createTools, type ToolOptions } from './create-tools.ts';
export { createMcpServers, type McpServers, type McpServersOptions } from './mcp/create-mcp-servers.ts';
export type { McpServerConfig, McpServerState } from './mcp/mcp-config.ts';
export { createOwnTools, type OwnToolFile, type OwnTools } from './own/create-own-tools.ts';
export { probeSandbox } from './shell/probe-sandbox.ts';
export { describeSandbox, type SandboxState } from './shell/sandbox-state.ts';
export { defaultToolLimits, type ToolLimits } from './tool-limits.ts';
export type { SearchService } from './web/web-search.ts';
