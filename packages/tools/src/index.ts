export { createTools, type ToolOptions } from './create-tools.ts';
export { probeSandbox } from './shell/probe-sandbox.ts';
export { describeSandbox, type SandboxState } from './shell/sandbox-state.ts';
export { defaultToolLimits, type ToolLimits } from './tool-limits.ts';
