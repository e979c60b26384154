import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAgentSource } from './create-agent-source.ts';

let folder: string;
let workspace: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipstream-agents-'));
  workspace = join(folder, 'workspace');
  await mkdir(workspace);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (path: string, text: string) => {
  await mkdir(dirname(join(workspace, path)), { recursive: true });
  await writeFile(join(workspace, path), text);
};
const agent = (fields: string, body = 'You look.') => `---\n${fields}\n---\n\n${body}\n`;
const read = () => createAgentSource({ hidden: [join(workspace, 'data')] }).read(workspace);

describe('definitions of sub-agents', () => {
  it('are read with all their fields', async () => {
    await put(
      'agents/looker.md',
      agent(
        'name: looker\ndescription: Looks.\nmodel: small\ntools: [read_*, grep]\nmaxSteps: 7\nmode: plan\nspawns: true\nasTool: true',
      ),
    );
    await put(
      '.agents/agents/plain.md',
      `\ufeff${agent('name: plain\r\ndescription: Plain.\r\ntools: a, b')}`,
    );
    expect(await read()).toEqual({
      problems: [],
      definitions: [
        {
          ...{ name: 'plain', description: 'Plain.', tools: ['a', 'b'], maxSteps: 30 },
          ...{ spawns: false, asTool: false, instructions: 'You look.', source: '.agents/agents/plain.md' },
          modelLine: undefined,
        },
        {
          ...{
            name: 'looker',
            description: 'Looks.',
            model: 'small',
            tools: ['read_*', 'grep'],
            maxSteps: 7,
          },
          ...{
            mode: 'plan',
            spawns: true,
            asTool: true,
            instructions: 'You look.',
            source: 'agents/looker.md',
          },
          modelLine: 4,
        },
      ],
    });
  });

  it('are not there without folders, nor in a file without front matter', async () => {
    expect(await read()).toEqual({ definitions: [], problems: [] });
    await put('agents/README.md', '# Our agents\n');
    await put('agents/notes.txt', agent('name: x\ndescription: y'));
    expect(await read()).toEqual({ definitions: [], problems: [] });
  });

  it.each<[string, string, number, string]>([
    ['no end', '---\nname: a\n', 1, 'no second one'],
    [
      'broken YAML',
      agent('name: a\ndescription: b: c'),
      3,
      'It is not valid YAML: a text with a colon and a space in it must stand in quotes.',
    ],
    ['no fields', agent('just words'), 2, 'There must be fields'],
    ['no name', agent('description: b'), 1, '"name" is missing.'],
    ['a bad name', agent('description: b\nname: A b'), 3, '"name" cannot be used: it must be of lower case'],
    [
      'a bad mode',
      agent('name: a\ndescription: b\nmode: yolo'),
      4,
      '"mode" cannot be used: it must be one of',
    ],
    ['no steps', agent('name: a\ndescription: b\nmaxSteps: 0'), 4, '"maxSteps" cannot be used'],
    ['no text', agent('name: a\ndescription: b', ''), 1, 'There is no text'],
    ['references', agent('name: &a a\ndescription: *a'), 2, 'References'],
  ])('that are broken (%s) are told with their line, and the others load', async (_, text, line, problem) => {
    await put('agents/broken.md', text);
    await put('agents/fine.md', agent('name: fine\ndescription: Fine.'));
    const { definitions, problems } = await read();
    expect(definitions.map(({ name }) => name)).toEqual(['fine']);
    expect(problems).toEqual([{ path: 'agents/broken.md', line, problem: expect.stringContaining(problem) }]);
  });

  it('are read anew when they changed', async () => {
    const source = createAgentSource({ hidden: [] });
    await put('agents/a.md', agent('name: a\ndescription: One.'));
    expect((await source.read(workspace)).definitions[0]?.description).toBe('One.');
    await put('agents/a.md', agent('name: a\ndescription: Another.'));
    expect((await source.read(workspace)).definitions[0]?.description).toBe('Another.');
    await rm(join(workspace, 'agents/a.md'));
    expect((await source.read(workspace)).definitions).toEqual([]);
  });

  it('are not read outside the workspace, nor where the server keeps its own', async () => {
    const outside = join(folder, 'outside.md');
    await writeFile(outside, agent('name: spy\ndescription: Spies.'));
    await put('agents/own.md', agent('name: own\ndescription: Own.'));
    await symlink(outside, join(workspace, 'agents', 'spy.md'));
    await put('data/agent.md', agent('name: data\ndescription: Data.'));
    await symlink(join(workspace, 'data', 'agent.md'), join(workspace, 'agents', 'data.md'));
    await mkdir(join(workspace, 'agents', 'folder.md'));
    const { definitions, problems } = await read();
    expect(definitions.map(({ name }) => name)).toEqual(['own']);
    expect(problems.map(({ path }) => path)).toEqual(['agents/data.md', 'agents/folder.md', 'agents/spy.md']);
  });

  it('are bounded in size', async () => {
    await put('agents/large.md', agent('name: large\ndescription: Large.', 'x'.repeat(70_000)));
    expect((await read()).problems).toEqual([
      { path: 'agents/large.md', problem: 'The file is larger than 64 KiB.' },
    ]);
  });
});
