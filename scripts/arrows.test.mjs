import { describe, expect, it } from 'vitest';
import { importsOf, offendingArrows, unitOf } from './arrows.mjs';

describe('importsOf', () => {
  it('finds static, bare, dynamic and multi-line imports and re-exports, with their lines', () => {
    const source = [
      "import { a } from './a.ts';",
      "import './side-effect.ts';",
      'import type {',
      '  B,',
      '} from "./b.ts";',
      "export * from './c.ts';",
      "const d = await import('./d.ts');",
    ].join('\n');
    expect(importsOf(source)).toEqual([
      { specifier: './a.ts', line: 1 },
      { specifier: './side-effect.ts', line: 2 },
      { specifier: './b.ts', line: 5 },
      { specifier: './c.ts', line: 6 },
      { specifier: './d.ts', line: 7 },
    ]);
  });

  it('passes over comments and over calls that only look like imports', () => {
    const source = [
      "// import x from 'node:fs';",
      "/* import y from 'node:fs'; */",
      "export const list = Array.from('abc');",
      "export const url = 'http://host'; // from 'node:fs'",
    ].join('\n');
    expect(importsOf(source)).toEqual([]);
  });
});

describe('unitOf', () => {
  it('names the unit of a path, and none outside the units', () => {
    expect(unitOf('packages/agent/src/loop.ts')).toBe('agent');
    expect(unitOf('apps/web/src/main.tsx')).toBe('web');
    expect(unitOf('vitest.config.ts')).toBeUndefined();
    expect(unitOf('packages/unheard-of/src/x.ts')).toBeUndefined();
  });
});

describe('offendingArrows', () => {
  /** @type {[string, string][]} */
  const allowed = [
    ['packages/protocol/src/events.ts', "import * as z from 'zod/mini';"],
    ['packages/protocol/src/events.ts', "import { Id } from './primitives.ts';"],
    ['packages/agent/src/loop.ts', "import { applyEvent } from '@slipstream/protocol';"],
    ['packages/agent/src/loop.test.ts', "import { scriptedModel } from '@slipstream/testkit';"],
    ['packages/agent/src/loop.test.ts', "import fc from 'fast-check';"],
    ['packages/agent/src/loop.ts', 'export async function* processMessage() {}'],
    ['packages/tools/src/bash.ts', "import { spawn } from 'node:child_process';"],
    ['apps/server/src/gateway.test.ts', "import { createClient } from '@slipstream/client';"],
    ['apps/web/src/app.tsx', "import { useState } from 'react';"],
    ['apps/web/src/app.tsx', 'query.refetch();'],
    ['apps/web/vite.config.ts', "import { resolve } from 'node:path';"],
    ['apps/e2e/src/chat.spec.ts', "import { startProvider } from '@slipstream/testkit';"],
  ];
  it.each(allowed)('allows in %s: %s', (file, source) => {
    expect(offendingArrows(file, source)).toEqual([]);
  });

  /** @type {[string, string, string][]} */
  const refused = [
    ['packages/protocol/src/events.ts', "import * as z from 'zod';", 'protocol may import only zod/mini'],
    ['packages/protocol/src/a.ts', "import 'node:fs';", "protocol may not use Node's modules"],
    ['packages/agent/src/a.ts', "import { b } from '@slipstream/store';", 'agent may not depend on store'],
    ['packages/agent/src/a.ts', "import { b } from '../../store/src/b.ts';", 'it leaves agent'],
    [
      'packages/agent/src/a.ts',
      "import { b } from '@slipstream/testkit';",
      'agent may not depend on testkit',
    ],
    ['packages/agent/src/a.ts', 'const now = Date.now();', 'reads the clock'],
    ['packages/agent/src/a.ts', 'const key = process.env.KEY;', 'uses `process`'],
    ['packages/client/src/a.ts', "import { useState } from 'react';", 'client may import only its own files'],
    ['packages/models/src/a.ts', "import { b } from '@slipstream/tools';", 'models may not depend on tools'],
    ['apps/web/src/a.ts', "import { b } from '@slipstream/server';", 'web may not depend on server'],
    ['apps/web/src/a.tsx', "const answer = await fetch('/api');", 'talks to the server by itself'],
    ['apps/e2e/src/a.ts', "import { b } from '@slipstream/client';", 'e2e may not depend on client'],
    ['scripts/a.mjs', "import openai from 'openai';", 'scripts may import only its own files'],
  ];
  it.each(refused)('refuses in %s: %s', (file, source, reason) => {
    const problems = offendingArrows(file, source);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${file}:1 `);
    expect(problems[0]).toContain(reason);
  });

  it('lets only the composer of the server see every implementation', () => {
    const source = ['models', 'store', 'tools'].map((name) => `import '@slipstream/${name}';`).join('\n');
    expect(offendingArrows('apps/server/src/compose.ts', source)).toEqual([]);
    expect(offendingArrows('apps/server/src/gateway.ts', source)).toEqual([
      'apps/server/src/gateway.ts imports models, store, tools: only apps/server/src/compose.ts may see every one of them',
    ]);
  });
});
