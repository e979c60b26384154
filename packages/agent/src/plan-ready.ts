// The tool by which a model in plan mode says that its plan stands. The person reads the plan on the approval card:
// allowing it ends plan mode and the work begins in the same turn; denying it (with a note) goes on planning.
import * as z from 'zod';
import { defineTool, type Tool } from './tool.ts';

export const planReadyName = 'plan_ready';

export function createPlanReadyTool(): Tool {
  return defineTool({
    name: planReadyName,
    description:
      'Plan mode only: shows the user your finished plan and asks whether to build it. Call it once the plan is complete; do not ask in text.',
    input: z.object({
      plan: z.string().min(1).max(100_000).describe('The whole plan in Markdown, as the user will read it.'),
    }),
    risk: 'plan',
    concurrencySafe: false,
    title: () => 'Build this plan',
    preview: async ({ plan }) => plan,
    run: async () => ({
      output:
        'The user approved the plan. Plan mode is over: carry the plan out now, step by step. Writing files and running commands ask the user as usual.',
    }),
  });
}
