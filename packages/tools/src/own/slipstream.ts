// What a tool of the owner's gets from `import { … } from 'slipstream'`. A contract with files that are not ours.

export type { Tool, ToolContext, ToolDefinition, ToolResult, ToolRisk } from '@slipstream/agent';
export { defineTool } from '@slipstream/agent';
export * as z from 'zod';
