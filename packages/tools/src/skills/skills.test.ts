import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createContextSource } from '../context/create-context-source.ts';
import { canary, createWorkbench } from '../test/workbench.ts';
import { createSkills } from './create-skills.ts';
import { createSkillTool } from './skill-tool.ts';

const skillText = (name: string, description = `Does ${name}.`, body = `How to ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;

async function makeSkills(files: Record<string, string>) {
  const bench = await createWorkbench();
  const home = join(dirname(bench.folder), 'home');
  for (const [path, text] of Object.entries(files)) {
    const place = path.startsWith('~/') ? join(home, path.slice(2)) : join(bench.folder, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }
  const skills = createSkills({ hidden: [], home });
  const tool = createSkillTool(skills);
  const run = (args: Record<string, unknown>) => {
    const parsed = tool.parse(args);
    if (!parsed.ok) throw new Error(parsed.problem);
    return tool.run(parsed.input, {
      signal: new AbortController().signal,
      workspace: bench.folder,
      sessionId: 's',
      turnId: 't',
      callId: 'c',
      progress: () => undefined,
    });
  };
  return { ...bench, skills, run, read: () => skills.read(bench.folder) };
}

test('skills of the three places are listed by name; of two of one name the workspace’s counts', async () => {
  const { folder, skills, read } = await makeSkills({
    'skills/release/SKILL.md': skillText('release', 'How a version is released.'),
    '.agents/skills/review/SKILL.md': skillText('review'),
    '~/.agents/skills/review/SKILL.md': skillText('review', 'Of the home.'),
    '~/.agents/skills/travel/SKILL.md': skillText('travel'),
    'skills/notes.md': 'not a skill',
  });
  const { skills: found, problems } = await read();
  expect(problems).toEqual([]);
  expect(found.map(({ name, description, inWorkspace }) => [name, description, inWorkspace])).toEqual([
    ['release', 'How a version is released.', true],
    ['review', 'Does review.', true],
    ['travel', 'Does travel.', false],
  ]);
  const context = await createContextSource({ hidden: [], skills }).read({
    workspace: folder,
    date: '2026-11-30',
    folders: [],
    planPath: 'plans/1.md',
  });
  expect(context.skills).toEqual(found.map(({ name, description }) => ({ name, description })));
});

test('a broken one is named with file and line, and the others work', async () => {
  const { read } = await makeSkills({
    'skills/good/SKILL.md': skillText('good'),
    'skills/other/SKILL.md': skillText('wrong-name'),
    'skills/Bad/SKILL.md': skillText('Bad'),
    'skills/bare/SKILL.md': 'Just text.',
    'skills/mute/SKILL.md': '---\nname: mute\n---\nText.',
    'skills/large/SKILL.md': skillText('large', 'Large.', 'x'.repeat(70_000)),
  });
  const { skills, problems } = await read();
  expect(skills.map(({ name }) => name)).toEqual(['good']);
  expect(problems.map(({ problem }) => problem).sort()).toEqual([
    expect.stringMatching(/^skills\/Bad\/SKILL\.md, line 2: "name" cannot be used/),
    'skills/bare/SKILL.md, line 1: There is no front matter with name and description.',
    'skills/large/SKILL.md, line 1: The file is larger than 64 KiB.',
    expect.stringMatching(/^skills\/mute\/SKILL\.md, line \d+: "description" is missing\.$/),
    'skills/other/SKILL.md, line 2: The name "wrong-name" is not that of its folder, "other".',
  ]);
});

test('it is read again when it changes', async () => {
  const { write, read } = await makeSkills({ 'skills/a/SKILL.md': skillText('a', 'One.') });
  expect((await read()).skills[0]?.description).toBe('One.');
  await write('skills/a/SKILL.md', skillText('a', 'Two, and longer.'));
  expect((await read()).skills[0]?.description).toBe('Two, and longer.');
});

test('the tool gives the text with the files beside it, and then each of them', async () => {
  const { run } = await makeSkills({
    'skills/release/SKILL.md': skillText('release'),
    'skills/release/scripts/tag.sh': 'git tag\n',
    '~/.agents/skills/travel/SKILL.md': skillText('travel'),
    '~/.agents/skills/travel/references/trains.md': 'Trains run.',
  });
  expect(await run({ name: 'release' })).toEqual({
    output:
      '# Skill release\n\nHow to release.\n\n[Its files are in skills/release/ of the workspace.]\n- scripts/tag.sh',
  });
  expect((await run({ name: 'travel' })).output).toContain('outside the workspace');
  expect(await run({ name: 'travel', file: 'references/trains.md' })).toEqual({ output: 'Trains run.' });
  expect(await run({ name: 'nothing' })).toEqual({
    output: 'There is no skill named "nothing". The skills are: release, travel.',
    isError: true,
  });
});

test('nothing outside a skill’s place is read', async () => {
  const { run, folder, read } = await makeSkills({
    'skills/a/SKILL.md': skillText('a'),
    'other.txt': 'other',
  });
  await symlink('../../../workspace-2/secret.txt', join(folder, 'skills/a/link.txt'));
  await symlink('../../workspace-2', join(folder, 'skills/out'));
  for (const file of ['../../other.txt', '/etc/passwd', 'link.txt', '../../../workspace-2/secret.txt']) {
    const { output, isError } = await run({ name: 'a', file });
    expect([file, isError]).toEqual([file, true]);
    expect(output).not.toContain(canary);
  }
  expect((await read()).skills.map(({ name }) => name)).toEqual(['a']);
});
