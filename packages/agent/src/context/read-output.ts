// The tool by which a model reads again what was shortened in its prompt: a page of the output of one call of this
// turn, from the trajectory.
import type { ToolInput, ToolOutput } from '@slipstream/protocol';
import * as z from 'zod';
import type { HistoryStore } from '../store.ts';
import { defineTool, type Tool } from '../tool.ts';
import { readOutputName } from './shorten-outputs.ts';

const pageChars = 8000;

export function createReadOutputTool(history: Pick<HistoryStore, 'entries'>): Tool {
  return defineTool({
    name: readOutputName,
    description:
      'Gives the output of an earlier call of this turn again, where it was shortened to make room. ' +
      `At most ${pageChars} characters at once; says how to continue.`,
    input: z.object({
      call_id: z.string().describe('The id that the shortened output names'),
      offset: z.int().min(0).default(0).describe('First character to show, from 0'),
    }),
    risk: 'read',
    concurrencySafe: true,
    title: () => 'Read an earlier output again',
    async run({ call_id, offset }, { turnId }) {
      const entries = await history.entries(turnId);
      const entry = entries.findLast(
        ({ kind, input }) => kind === 'tool' && (input as ToolInput).callId === call_id,
      );
      const output = entry?.output as ToolOutput | null | undefined;
      if (!output)
        return { output: `No call of this turn with the id "${call_id}" has an output.`, isError: true };
      const { text } = output;
      if (offset >= text.length)
        return { output: `The output has only ${text.length} characters.`, isError: true };
      const page = text.slice(offset, offset + pageChars).toWellFormed();
      const end = offset + page.length;
      const range = `[characters ${offset}–${end} of ${text.length}`;
      const more = end < text.length ? `; continue with offset ${end}]` : ']';
      return { output: `${page}\n${range}${more}`, truncated: end < text.length, bytes: output.bytes };
    },
  });
}
