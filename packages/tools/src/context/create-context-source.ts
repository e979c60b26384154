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
import { readContextFile, rootFiles, toNestedRules } from './context-files.ts';

/** More would drown the task; the nearest ones to what is worked on come last and are kept. */
const maxNestedRules = 12;

/** `hidden`: the server's own files and folders, closed also inside a workspace. */
export function createContextSource(options: { hidden: readonly string[] }): ContextSource {
  return {
    async read(request) {
      try {
        return await readContext(await toBoundary(request.workspace, options.hidden), request);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ...emptyContext, problems: [{ path: request.workspace, problem: error.message }] };
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
    readAll([rootFiles.memory]),
    isThere(boundary, request.planPath),
  ]);
  return { rules, soul, user, memory, skills: [], planned, problems };
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
