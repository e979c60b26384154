// What the owner has added to the tools, and whether it works.
import type { McpServerList, OwnToolList } from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';
import type { AgentTools } from '../create-agent-tools.ts';

export type ToolSources = Pick<AgentTools, 'mcpServers' | 'ownTools'>;

export function registerToolRoutes(app: FastifyInstance, sources: ToolSources): void {
  app.get('/api/mcp', async (): Promise<McpServerList> => {
    const servers = sources.mcpServers().map((server) => ({
      ...server,
      tools: [...server.tools],
      problem: server.problem ?? null,
    }));
    return { servers };
  });
  app.get('/api/own-tools', async (): Promise<OwnToolList> => {
    const files = sources.ownTools().map((file) => ({
      ...file,
      tools: [...file.tools],
      problem: file.problem ?? null,
    }));
    return { files };
  });
}
