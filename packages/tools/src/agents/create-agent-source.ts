// The AgentSource port on the files of a workspace: `agents/*.md` and `.agents/agents/*.md`, read anew when they changed.
// The files are somebody's: bounded, and inside the workspace by where they really are.
import { readdir } from 'node:fs/promises';
import type { AgentDefinition, AgentProblem, AgentSource, LoadedAgents } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { type Boundary, toBoundary } from '../boundary/boundary.ts';
import { descriptorPath, openFile, openFolder } from '../boundary/open-inside.ts';
import { toAgentDefinition } from './to-agent-definition.ts';

/** Of one name the definition in the later folder counts. */
const folders = ['.agents/agents', 'agents'];
const maxFiles = 100;
const maxFileBytes = 64 * 1024;
const maxRemembered = 1000;

type Read = { stamp: string; found: AgentDefinition | AgentProblem | undefined };

/** `hidden`: the server's own files and folders, closed also inside a workspace. */
export function createAgentSource(options: { hidden: readonly string[] }): AgentSource {
  const remembered = new Map<string, Read>();

  async function readDefinition(boundary: Boundary, path: string): Promise<Read['found']> {
    const key = `${boundary.realRoot}\n${path}`;
    const { handle, stats } = await openFile(boundary, path);
    try {
      const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
      const before = remembered.get(key);
      if (before?.stamp === stamp) return before.found;
      const found =
        stats.size > maxFileBytes
          ? { path, problem: `The file is larger than ${maxFileBytes / 1024} KiB.` }
          : toAgentDefinition(path, await handle.readFile('utf8'));
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, { stamp, found });
      return found;
    } finally {
      await handle.close();
    }
  }

  async function readFolder(boundary: Boundary, folder: string): Promise<NonNullable<Read['found']>[]> {
    const names = await listNames(boundary, folder);
    const found = await Promise.all(
      names.map((name) => {
        const path = `${folder}/${name}`;
        return readDefinition(boundary, path).catch((error: unknown) => toProblem(path, error));
      }),
    );
    return found.filter((each) => each !== undefined);
  }

  return {
    async read(workspace): Promise<LoadedAgents> {
      try {
        const boundary = await toBoundary(workspace, options.hidden);
        const found = (await Promise.all(folders.map((folder) => readFolder(boundary, folder)))).flat();
        return {
          definitions: found.filter((each) => 'name' in each),
          problems: found.filter((each) => 'problem' in each),
        };
      } catch (error) {
        return { definitions: [], problems: [toProblem(workspace, error)] };
      }
    },
  };
}

async function listNames(boundary: Boundary, folder: string): Promise<string[]> {
  try {
    const opened = await openFolder(boundary, folder);
    try {
      const names = await readdir(descriptorPath(opened));
      return names
        .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
        .sort()
        .slice(0, maxFiles);
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    // A folder that is not there, or that is a file or a link out of the workspace, holds no agents.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** A file that went away between the list and its reading is no problem of anybody. */
function toProblem(path: string, error: unknown): AgentProblem {
  if (error instanceof AppError) return { path, problem: error.message };
  throw error;
}
