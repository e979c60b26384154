import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, Script } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../test/workbench.ts';
import { createOwnTools, type OwnTools } from './create-own-tools.ts';
import type { ImportModule } from './import-fresh.ts';

// The test runner has its own loader in the place of `import`; this is Node's.
const importModule = new Script('(url) => import(url)', {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext() as ImportModule;

const tool = (name: string, answer = "'hello ' + who") => `
import { defineTool, z, type ToolContext } from 'slipstream';
export default defineTool({
  name: '${name}',
  description: 'Greets.',
  input: z.object({ who: z.string().describe('Whom') }),
  risk: 'read',
  concurrencySafe: true,
  title: ({ who }) => 'Greet ' + who,
  run: async ({ who }, context: ToolContext) => ({ output: ${answer} }),
});
`;

async function createBench(files: Record<string, string>) {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'slipstream-own-')));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const folder = join(base, 'tools');
  const workspace = join(base, 'workspace');
  await mkdir(folder);
  await mkdir(workspace);
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const warnings: Record<string, unknown>[] = [];
  const looks = new Set<() => void>();
  const open = async (place = folder): Promise<OwnTools> => {
    const own = await createOwnTools({
      folder: place,
      workspace,
      clock: systemClock,
      importModule,
      log: {
        info: () => undefined,
        warn: (fields) => warnings.push(fields),
        error: (fields) => warnings.push(fields),
      },
      onChange: () => {
        for (const look of [...looks]) look();
      },
    });
    onTestFinished(() => own.close());
    return own;
  };
  /** Looks after each reload. */
  const until = (holds: () => boolean | Promise<boolean>) =>
    new Promise<void>((resolve) => {
      const look = async () => {
        if (!(await holds())) return;
        looks.delete(look);
        resolve();
      };
      looks.add(look);
      void look();
    });
  return { base, folder, workspace, write, warnings, open, until };
}

function greet(own: OwnTools, name = 'greet') {
  const found = own.tools().find((each) => each.name === name);
  const parsed = found?.parse({ who: 'you' });
  if (!found || !parsed?.ok) throw new Error(`There is no ${name}.`);
  const context = { signal: new AbortController().signal, workspace: '/', progress: () => undefined };
  return found.run(parsed.input, { ...context, sessionId: 's', turnId: 't', callId: 'c' });
}

test('Files in TypeScript and JavaScript become tools with schema and checks; others are left alone', async () => {
  const plain = tool('plain').replace(', type ToolContext', '').replace(': ToolContext', '');
  const bench = await createBench({
    'greet.ts': tool('greet'),
    'plain.js': plain,
    'two.mjs': `import { defineTool, z } from 'slipstream';
      const make = (name) => defineTool({ name, description: '', input: z.object({}), risk: 'write',
        concurrencySafe: false, title: () => name, run: async () => ({ output: name }) });
      export default [make('one'), make('two')];`,
    'greet.test.ts': 'throw new Error()',
    'types.d.ts': 'broken(',
    '_part.ts': 'throw new Error()',
    'notes.md': 'broken(',
  });
  const own = await bench.open();
  expect(own.files()).toEqual([
    { path: join(bench.folder, 'greet.ts'), tools: ['greet'], problem: undefined },
    { path: join(bench.folder, 'plain.js'), tools: ['plain'], problem: undefined },
    { path: join(bench.folder, 'two.mjs'), tools: ['one', 'two'], problem: undefined },
  ]);
  const greetTool = own.tools()[0];
  expect(greetTool?.parameters).toMatchObject({
    properties: { who: { type: 'string', description: 'Whom' } },
    required: ['who'],
  });
  expect(greetTool?.parse({})).toMatchObject({ ok: false });
  expect(await greet(own)).toEqual({ output: 'hello you' });
  expect(await greet(own, 'plain')).toEqual({ output: 'hello you' });
});

test('A broken file is told with path and reason, and takes no other with it', async () => {
  const bench = await createBench({
    'a-syntax.ts': 'const x: number = 1;\nconst = 3;\n',
    'b-throws.mjs': '\n\nthrow new TypeError("no key");\n',
    'c-nothing.js': 'export const x = 1;\n',
    'd-other.js': 'export default { name: "x" };\n',
    'e-name.ts': tool('no good'),
    'f-enum.ts': 'enum X { A }\nexport default X;\n',
    'g-risk.js': tool('risky')
      .replace("'read'", "'none'")
      .replace(', type ToolContext', '')
      .replace(': ToolContext', ''),
    'h-missing.js': 'import "./not-there.ts";\n',
    'y-good.ts': tool('greet'),
    'z-again.ts': tool('greet'),
  });
  const own = await bench.open();
  const problems = Object.fromEntries(
    own.files().map(({ path, problem }) => [path.split('/').at(-1), problem]),
  );
  expect(problems).toEqual({
    'a-syntax.ts': expect.stringMatching(/SyntaxError/),
    'b-throws.mjs': 'Line 3: TypeError: no key',
    'c-nothing.js': 'It has no default export.',
    'd-other.js': 'Its default export is not made with defineTool.',
    'e-name.ts': 'A name of a tool must have 1 to 64 letters, digits, - and _.',
    'f-enum.ts': expect.stringContaining('enum'),
    'g-risk.js': 'The risk of risky must be one of read, write, command, network.',
    'h-missing.js': expect.stringContaining('not-there.ts'),
    'y-good.ts': undefined,
    'z-again.ts': 'There is another tool named greet.',
  });
  expect(bench.warnings).toContainEqual({
    path: join(bench.folder, 'b-throws.mjs'),
    problem: 'Line 3: TypeError: no key',
  });
  expect(await greet(own)).toEqual({ output: 'hello you' });
});

test('Changes are taken over while the server runs: of a file, of what it imports, new ones, gone ones', async () => {
  const bench = await createBench({
    'greet.ts': `import { word } from './_word.ts';\n${tool('greet', "word + ' ' + who")}`,
    '_word.ts': "export const word: string = 'first';",
  });
  const own = await bench.open();
  expect(await greet(own)).toEqual({ output: 'first you' });
  await bench.write('_word.ts', "export const word: string = 'second';");
  await bench.until(async () => (await greet(own)).output === 'second you');
  await bench.write('greet.ts', 'broken(');
  await bench.until(() => own.files()[0]?.problem !== undefined);
  expect(own.tools()).toEqual([]);
  await bench.write('other.ts', tool('other'));
  await bench.until(() => own.tools().length === 1);
  await rm(join(bench.folder, 'greet.ts'));
  await bench.until(() => own.files().length === 1);
  await bench.write('other.ts', tool('other', "'third'"));
  await bench.until(async () => (await greet(own, 'other')).output === 'third');
});

test('What the agent could write is never loaded, also not through links', async () => {
  const bench = await createBench({});
  await writeFile(join(bench.workspace, 'evil.ts'), tool('evil'));
  await symlink(join(bench.workspace, 'evil.ts'), join(bench.folder, 'evil.ts'));
  await symlink(join(bench.workspace, 'evil.ts'), join(bench.folder, '_part.ts'));
  await bench.write('importing.ts', "import tool from './_part.ts';\nexport default tool;");
  const own = await bench.open();
  expect(own.files()).toMatchObject([
    { tools: [], problem: 'It really lies in the workspace.' },
    { tools: [], problem: './_part.ts lies in the workspace.' },
  ]);
  await symlink(bench.workspace, join(bench.base, 'link'));
  for (const place of [bench.workspace, join(bench.base, 'link'), bench.base])
    await expect(bench.open(place)).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining('lie in each other'),
    });
  await expect(bench.open(join(bench.base, 'none'))).rejects.toMatchObject({ code: 'invalid_config' });
});
