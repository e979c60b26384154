// The tool by which a model loads a skill: its text, and then the files beside it.
import { readdir } from 'node:fs/promises';
import { posix } from 'node:path';
import { defineTool, type Tool, type ToolResult } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import * as z from 'zod';
import { descriptorPath, openFolder } from '../boundary/open-inside.ts';
import { readTextFile } from '../files/read-text.ts';
import { headWithin } from '../text/cut-text.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toFailure, toToolResult } from '../tool-result.ts';
import type { Skill, Skills } from './create-skills.ts';

const maxListed = 60;
const maxDepth = 3;
const maxShownBytes = 30 * 1024;

export function createSkillTool(skills: Skills): Tool {
  return defineTool({
    name: 'skill',
    description:
      'Loads a skill that the system prompt lists: instructions for a kind of work. Load it before you do that work. ' +
      'With `file` it gives a file of the skill that these instructions name.',
    input: z.object({
      name: z.string().min(1).max(64).describe('Name of the skill'),
      file: z.string().min(1).max(400).optional().describe('Path of a file in the folder of the skill'),
    }),
    risk: 'read',
    concurrencySafe: true,
    title: ({ name, file }) => `Skill ${toOneLine(file ? `${name}: ${file}` : name)}`,
    run: ({ name, file }, { workspace, signal }) =>
      toToolResult(signal, async () => {
        const { skills: all } = await skills.read(workspace);
        const skill = all.find((each) => each.name === name);
        if (!skill) {
          const names = all.map((each) => each.name).join(', ');
          return toFailure(`There is no skill named "${name}". The skills are: ${names || 'none'}.`);
        }
        return file === undefined ? describe(skill) : readSkillFile(skill, file, signal);
      }),
  });
}

async function describe(skill: Skill): Promise<ToolResult> {
  const files = await listFiles(skill, '', 1);
  const where = skill.inWorkspace
    ? `Its files are in ${skill.folder}/ of the workspace.`
    : 'Its files are outside the workspace; this tool reads them, given `file`.';
  const list =
    files.length === 0
      ? ''
      : `\n\n[${where}]\n${files
          .slice(0, maxListed)
          .map((path) => `- ${path}`)
          .join('\n')}${files.length > maxListed ? `\n- and ${files.length - maxListed} more` : ''}`;
  return { output: `# Skill ${skill.name}\n\n${headWithin(skill.body, maxShownBytes)}${list}` };
}

async function readSkillFile(skill: Skill, file: string, signal: AbortSignal): Promise<ToolResult> {
  const relative = posix.normalize(file);
  if (relative.startsWith('/') || relative === '..' || relative.startsWith('../'))
    throw new AppError('forbidden', `"${file}" is outside the folder of the skill.`);
  const { text, bytes } = await readTextFile(skill.boundary, `${skill.folder}/${relative}`, file, signal);
  const shown = headWithin(text, maxShownBytes);
  if (shown === text) return { output: text === '' ? '[the file is empty]' : text };
  return {
    output: `${shown}\n[cut: the file has ${bytes.length} bytes]`,
    truncated: true,
    bytes: bytes.length,
  };
}

async function listFiles(skill: Skill, below: string, depth: number): Promise<string[]> {
  const opened = await openFolder(skill.boundary, posix.join(skill.folder, below));
  try {
    const entries = await readdir(descriptorPath(opened), { withFileTypes: true });
    const found: string[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith('.') || path === 'SKILL.md') continue;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && depth < maxDepth)
        found.push(...(await listFiles(skill, path, depth + 1)));
    }
    return found;
  } finally {
    await opened.handle.close();
  }
}
