// The tool by which a model remembers: entries of `MEMORY.md` and of the day's log. It writes these two files and
// nothing else; what it writes is seen in the trace, bounded, and can be undone like every change of a file.
import { defineTool, type Tool, type ToolResult } from '@slipstream/agent';
import * as z from 'zod';
import { toBoundary } from '../boundary/boundary.ts';
import { closeTarget, openTarget } from '../boundary/write-target.ts';
import { rootFiles } from '../context/context-files.ts';
import { dayPath } from '../context/memory-days.ts';
import { changeFile } from '../files/change-file.ts';
import { toTextFile } from '../files/read-text.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toFailure, toToolResult } from '../tool-result.ts';
import type { CallIds, ToolSettings } from '../tool-settings.ts';
import { readMemory } from './memory-files.ts';
import { addEntry, changeEntry, findEntry, toEntry } from './memory-text.ts';
import { searchMemory } from './search-memory.ts';

const maxEntryChars = 1000;
/** As much of a file as goes into prompts is also as much as it may have. */
const maxFileBytes = { long_term: 16 * 1024, today: 32 * 1024 };
const maxHits = 15;

const Input = z.object({
  action: z.enum(['add', 'replace', 'remove', 'search']).describe('What to do'),
  text: z
    .string()
    .trim()
    .min(1)
    .max(maxEntryChars)
    .describe(
      'add: the entry, one fact. replace, remove: words of the entry that is meant. search: what to find',
    ),
  with: z.string().trim().min(1).max(maxEntryChars).optional().describe('replace: the new entry'),
  where: z
    .enum(['long_term', 'today'])
    .default('long_term')
    .describe('long_term: what holds for good. today: the log of this day'),
});

export function createMemoryTool(
  settings: Pick<ToolSettings, 'clock' | 'hidden' | 'journal' | 'reads'>,
): Tool {
  return defineTool({
    name: 'memory',
    description:
      'Remembers for later conversations: adds, replaces, removes and searches single entries of MEMORY.md ' +
      '(long_term) and of the log of the day (today).',
    guidance:
      'Keep what the user tells you about themselves, decides or asks you to remember, and what was hard to find out; one fact an entry, with dates where they matter. Never keys or passwords. Search before you say that you do not know of something.',
    input: Input,
    // Its files are the agent's own notes; asking each time would mean that nothing is noted.
    risk: 'read',
    concurrencySafe: false,
    title: ({ action, text }) => `${titles[action]}: ${toOneLine(text, 80)}`,
    run: (input, { workspace, signal, ...call }) =>
      toToolResult(signal, async () => {
        const boundary = await toBoundary(workspace, settings.hidden);
        if (input.action !== 'search') return change(input, { settings, boundary, call, signal });
        const hits = searchMemory(await readMemory(boundary), input.text, maxHits);
        if (hits.length === 0) return { output: 'Nothing in memory has these words.' };
        return { output: hits.map(({ path, text }) => `${path}: ${text}`).join('\n') };
      }),
  });
}

const titles = { add: 'Remember', replace: 'Correct memory', remove: 'Forget', search: 'Search memory' };

type Change = {
  settings: Parameters<typeof createMemoryTool>[0];
  boundary: Awaited<ReturnType<typeof toBoundary>>;
  call: CallIds;
  signal: AbortSignal;
};

async function change(input: z.infer<typeof Input>, run: Change): Promise<ToolResult> {
  const { settings, boundary, call, signal } = run;
  const day = new Date(settings.clock.now()).toISOString().slice(0, 10);
  const path = input.where === 'today' ? dayPath(day) : rootFiles.memory;
  const target = await openTarget(boundary, path, path);
  try {
    const file = target.existing && (await toTextFile(target.existing, path, signal));
    const planned = plan(input, file?.text ?? '', path);
    if ('output' in planned) return planned;
    const next = Buffer.from(planned.text.toWellFormed());
    if (next.length > maxFileBytes[input.where] && next.length > (file?.bytes.length ?? 0))
      return toFailure(
        `${path} is full (${maxFileBytes[input.where] / 1024} KiB): replace or remove entries that matter less first.`,
      );
    signal.throwIfAborted();
    await changeFile(settings, { boundary, target, former: file?.bytes ?? 'none', next, call });
    return { output: planned.done };
  } finally {
    await closeTarget(target);
  }
}

type Planned = { text: string; done: string } | ToolResult;

function plan(input: z.infer<typeof Input>, text: string, path: string): Planned {
  const entry = toEntry(input.text);
  if (input.action === 'add') {
    const next = addEntry(text, entry);
    return next === null
      ? { output: `${path} has this entry already; nothing was added.` }
      : { text: next, done: `Added to ${path}: ${entry}` };
  }
  const found = findEntry(text, entry);
  if (found.kind === 'none') return toFailure(`No entry of ${path} has these words; search finds them.`);
  if (found.kind === 'many')
    return toFailure(
      `${found.entries.length} entries of ${path} have these words; name one:\n${found.entries.slice(0, 10).join('\n')}`,
    );
  if (input.action === 'remove')
    return { text: changeEntry(text, found.entry, null), done: `Removed from ${path}: ${found.entry}` };
  if (input.with === undefined) return toFailure('To replace an entry give the new one in "with".');
  const next = toEntry(input.with);
  return {
    text: changeEntry(text, found.entry, next),
    done: `Replaced in ${path}: ${found.entry}\nby: ${next}`,
  };
}
