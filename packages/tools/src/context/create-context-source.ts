// The ContextSource port on the files of a workspace: rules, character, the user, memory, skills. Reads only, bounded,
// and treats every file as somebody else's.
import type {
  ContextFile,
  ContextProblem,
  ContextRequest,
  ContextSource,
  WorkspaceContext,
} from '@slipstream/agent';
import { emptyContext } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { type Boundary, toBoundary } from '../boundary/boundary.ts';
import { openIfThere } from '../boundary/write-target.ts';
import { readMemory } from '../memory/memory-files.ts';
import { searchMemory } from '../memory/search-memory.ts';
import { noSkills, type Skills } from '../skills/create-skills.ts';
import { readContextFile, rootFiles, toNestedRules } from './context-files.ts';
import { dayPath } from './memory-days.ts';

/** More would drown the task; the nearest ones to what is worked on come last and are kept. */
const maxNestedRules = 12;

/** Of older days this much is looked up for a message. */
const maxRecalled = 8;
const maxRecalledChars = 2400;

/** `hidden`: the server's own files and folders, closed also inside a workspace. */
export function createContextSource(options: { hidden: readonly string[]; skills?: Skills }): ContextSource {
  const skills = options.skills ?? noSkills;
  return {
    async read(request) {
      try {
        const boundary = await toBoundary(request.workspace, options.hidden);
        const [context, found] = await Promise.all([
          readContext(boundary, request),
          skills.read(request.workspace),
        ]);
        return {
          ...context,
          skills: found.skills.map(({ name, description }) => ({ name, description })),
          problems: [...context.problems, ...found.problems],
        };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ...emptyContext, problems: [{ path: request.workspace, problem: error.message }] };
      }
    },
    async recall(workspace, date, text) {
      try {
        const boundary = await toBoundary(workspace, options.hidden);
        const without = [rootFiles.memory, ...recentDays(date).map(dayPath)];
        const hits = searchMemory(await readMemory(boundary, { without }), text, maxRecalled);
        let room = maxRecalledChars;
        return hits.flatMap((hit) => {
          room -= hit.text.length;
          return room < 0 ? [] : [{ path: hit.path, text: hit.text }];
        });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return [];
      }
    },
    async nested(workspace, folders) {
      const paths = toNestedRules(folders).slice(-maxNestedRules);
      if (paths.length === 0) return [];
      try {
        const boundary = await toBoundary(workspace, options.hidden);
        const found = await Promise.all(paths.map((path) => readContextFile(boundary, path)));
        return found.flatMap((file) => (file && 'text' in file && file.text.trim() !== '' ? [file] : []));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return [];
      }
    },
  };
}

async function readContext(boundary: Boundary, request: ContextRequest): Promise<WorkspaceContext> {
  const problems: ContextProblem[] = [];
  const read = async (path: string): Promise<ContextFile | null> => {
    const found = await readContextFile(boundary, path);
    if (found && 'problem' in found) problems.push(found);
    return found && 'text' in found && found.text.trim() !== '' ? found : null;
  };
  const readAll = async (paths: readonly string[]) =>
    (await Promise.all(paths.map(read))).filter((file) => file !== null);
  const [rules, soul, user, memory, planned] = await Promise.all([
    readAll([rootFiles.rules, ...toNestedRules(request.folders).slice(-maxNestedRules)]),
    read(rootFiles.soul),
    read(rootFiles.user),
    readAll([rootFiles.memory, ...recentDays(request.date).map(dayPath)]),
    isThere(boundary, request.planPath),
  ]);
  return { rules, soul, user, memory, skills: [], planned, problems };
}

/** Yesterday and today, by the date of the prompt. */
function recentDays(date: string): string[] {
  const before = new Date(`${date}T00:00:00.000Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return [before.toISOString().slice(0, 10), date];
}

async function isThere(boundary: Boundary, path: string): Promise<boolean> {
  try {
    const opened = await openIfThere(boundary, path, path);
    await opened?.handle.close();
    return opened !== undefined;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
