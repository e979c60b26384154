// Which of the server's tools a turn is offered.
import type { Mode } from '@slipstream/protocol';
import { planReadyName } from './plan-ready.ts';
import type { ToolSet } from './tool.ts';

/** The end of planning is offered in plan mode only. */
export function toTurnTools(mode: Mode, tools: ToolSet): ToolSet {
  if (mode === 'plan' || !tools.has(planReadyName)) return tools;
  return new Map([...tools].filter(([name]) => name !== planReadyName));
}
