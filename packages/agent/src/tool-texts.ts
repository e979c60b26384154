// The descriptions of a run's tools as text: what it weighs, and what is kept on record of it. Turns offer the same tools
// again and again, so each text is there once, however many turns run.
import { boundTokens } from './context/token-counter.ts';
import type { ToolSpec } from './model.ts';
import { createRecentResults } from './recent-results.ts';

export type ToolTexts = {
  /** In short, for counting, and what that is at most, in tokens. */
  json: string;
  boundTokens: number;
  /** For people. */
  shown: string;
};

const recent = createRecentResults<ToolSpec[keyof ToolSpec], ToolTexts>(8);

export function toToolTexts(tools: readonly ToolSpec[]): ToolTexts {
  return recent(
    tools.flatMap(({ name, description, parameters }) => [name, description, parameters]),
    () => {
      const json = JSON.stringify(tools);
      return { json, boundTokens: boundTokens(json), shown: JSON.stringify(tools, null, 2) };
    },
  );
}
