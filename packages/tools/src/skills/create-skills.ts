// Skills: folders with a `SKILL.md`, in the workspace and in the home of whoever runs the server. Read anew when they
// change, bounded, and nothing is read through a link that leads out of where it should be.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContextProblem, SkillSummary } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { type Boundary, toBoundary } from '../boundary/boundary.ts';
import { descriptorPath, openFile, openFolder } from '../boundary/open-inside.ts';
import { parseSkill } from './parse-skill.ts';

export type Skill = SkillSummary & {
  body: string;
  /** Where its files are: `folder` is relative to the boundary's root. */
  boundary: Boundary;
  folder: string;
  /** Whether the tools of the workspace reach its files. */
  inWorkspace: boolean;
};

export type LoadedSkills = { skills: readonly Skill[]; problems: readonly ContextProblem[] };

/** Never rejects: what cannot be read is a problem, a missing folder is not. */
export type Skills = { read(workspace: string): Promise<LoadedSkills> };

/** Of one name the skill in the earlier place counts. */
const workspaceFolders = ['skills', '.agents/skills'];
const homeFolder = '.agents/skills';
const maxSkills = 100;
const maxBytes = 64 * 1024;

type Remembered = { stamp: string; found: Skill | ContextProblem };

export function createSkills(options: { hidden: readonly string[]; home?: string | undefined }): Skills {
  const remembered = new Map<string, Remembered>();

  async function readSkill(
    boundary: Boundary,
    folder: string,
    name: string,
    inWorkspace: boolean,
  ): Promise<Skill | ContextProblem | undefined> {
    const place = folder === '.' ? name : `${folder}/${name}`;
    const path = `${place}/SKILL.md`;
    try {
      const { handle, stats } = await openFile(boundary, path);
      try {
        const key = `${boundary.realRoot}\n${path}`;
        const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
        const before = remembered.get(key);
        if (before?.stamp === stamp) return before.found;
        const shown = inWorkspace ? path : join(boundary.root, path);
        const parsed =
          stats.size > maxBytes
            ? { line: 1, problem: `The file is larger than ${maxBytes / 1024} KiB.` }
            : parseSkill(name, await handle.readFile('utf8'));
        const found =
          'problem' in parsed
            ? { path: shown, problem: `${shown}, line ${parsed.line}: ${parsed.problem}` }
            : { ...parsed, boundary, folder: place, inWorkspace };
        if (remembered.size >= maxSkills * 10) remembered.clear();
        remembered.set(key, { stamp, found });
        return found;
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'not_found' ? undefined : { path, problem: error.message };
    }
  }

  async function readFolder(boundary: Boundary, folder: string, inWorkspace: boolean) {
    const names = await listFolders(boundary, folder);
    return Promise.all(names.map((name) => readSkill(boundary, folder, name, inWorkspace)));
  }

  async function readHome() {
    if (options.home === undefined) return [];
    try {
      const boundary = await toBoundary(join(options.home, homeFolder), options.hidden);
      return await readFolder(boundary, '.', false);
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }

  async function readWorkspace(workspace: string) {
    try {
      const boundary = await toBoundary(workspace, options.hidden);
      const read = workspaceFolders.map((folder) => readFolder(boundary, folder, true));
      return (await Promise.all(read)).flat();
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }

  return {
    async read(workspace) {
      const found = [...(await readWorkspace(workspace)), ...(await readHome())];
      const skills = new Map<string, Skill>();
      const problems: ContextProblem[] = [];
      for (const each of found) {
        if (!each) continue;
        if ('problem' in each) problems.push(each);
        else if (!skills.has(each.name) && skills.size < maxSkills) skills.set(each.name, each);
      }
      return { skills: [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), problems };
    },
  };
}

export const noSkills: Skills = { read: async () => ({ skills: [], problems: [] }) };

async function listFolders(boundary: Boundary, folder: string): Promise<string[]> {
  try {
    const opened = await openFolder(boundary, folder);
    try {
      const entries = await readdir(descriptorPath(opened), { withFileTypes: true });
      return entries
        .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort()
        .slice(0, maxSkills);
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
