// Which way the imports may point: the table of ARCHITECTURE.md as data, and the check of one file against it. Pure.

/**
 * `units`: workspace packages that it may import. `packages`: every other package that it may import, or `declared`
 * for whatever its package.json declares (pnpm sees to that). `node`: whether `node:` modules are allowed.
 * `forbidden`: what its sources may not contain, with the reason.
 */
const rules = {
  protocol: { units: [], packages: ['zod/mini'], node: false },
  agent: {
    units: ['protocol'],
    packages: ['zod'],
    node: false,
    forbidden: [
      [/\bprocess\s*\./, 'uses `process`; settings are handed in'],
      [/\bDate\.now\b|\bnew Date\(\)/, 'reads the clock; use the Clock that is handed in'],
      [/\bMath\.random\b|\brandomUUID\b/, 'makes its own randomness or ids; use what is handed in'],
    ],
  },
  models: { units: ['agent', 'protocol'], packages: 'declared', node: true },
  tools: { units: ['agent', 'protocol'], packages: 'declared', node: true },
  store: { units: ['agent', 'protocol'], packages: 'declared', node: true },
  client: { units: ['protocol'], packages: [], node: false },
  testkit: { units: ['agent', 'protocol'], packages: 'declared', node: true },
  server: { units: ['agent', 'models', 'protocol', 'store', 'tools'], packages: 'declared', node: true },
  web: {
    units: ['client', 'protocol'],
    packages: 'declared',
    node: false,
    forbidden: [
      [/\bnew WebSocket\b|(?<![.\w])fetch\(/, 'talks to the server by itself; the client package does that'],
    ],
  },
  e2e: { units: ['protocol', 'testkit'], packages: 'declared', node: true },
  scripts: { units: [], packages: [], node: true },
};

/** What tests may import on top of their unit's rule. */
const testUnits = { server: ['client', 'testkit'], default: ['testkit'] };

/** Only this file of the server may see every implementation of the ports. */
const composer = 'apps/server/src/compose.ts';
const implementations = ['models', 'store', 'tools'];

/** The unit that a root-relative path belongs to; undefined for files that no rule is about. */
export function unitOf(file) {
  const [parent, name] = file.split('/');
  if (parent === 'scripts') return 'scripts';
  return (parent === 'packages' || parent === 'apps') && name in rules ? name : undefined;
}

/** The specifiers of all static and dynamic imports, with the number of their line. */
export function importsOf(source) {
  const patterns = [
    /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ];
  const text = withoutComments(source);
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({
      specifier: match[1],
      line: lineAt(text, match.index + match[0].length),
    }))
    .sort((a, b) => a.line - b.line);
}

/** One sentence for each import or use in `file` that points the wrong way. */
export function offendingArrows(file, source) {
  const unit = unitOf(file);
  if (!unit) return [];
  // Tests, and what only tests use.
  const isTest = /\.(?:test|fixture)\.\w+$|\/(?:test|testing)\//.test(file);
  // What only runs while building: a package's configuration, and the folders of build steps.
  const isTooling = /\.config\.\w+$/.test(file) || /^apps\/(?:server|web)\/build\//.test(file);
  const imports = importsOf(source);
  const problems = imports.flatMap(({ specifier, line }) => {
    const reason = refusal(unit, file, specifier, isTest, isTooling);
    return reason ? [`${file}:${line} imports ${specifier}: ${reason}`] : [];
  });
  if (!isTest && !isTooling)
    for (const [pattern, reason] of rules[unit].forbidden ?? []) {
      const text = withoutComments(source);
      const match = pattern.exec(text);
      if (match) problems.push(`${file}:${lineAt(text, match.index)} ${reason}`);
    }
  const seen = implementations.filter((name) =>
    imports.some(({ specifier }) => specifier === `@slipstream/${name}`),
  );
  if (unit === 'server' && !isTest && file !== composer && seen.length === implementations.length)
    problems.push(`${file} imports ${seen.join(', ')}: only ${composer} may see every one of them`);
  return problems;
}

function refusal(unit, file, specifier, isTest, isTooling) {
  const rule = rules[unit];
  if (specifier.startsWith('.')) {
    const target = resolve(file, specifier);
    return unitOf(target) === unit ? undefined : `it leaves ${unit}; import the package by its name`;
  }
  if (specifier.startsWith('node:'))
    return rule.node || isTest || isTooling ? undefined : `${unit} may not use Node's modules`;
  if (specifier.startsWith('@slipstream/')) {
    const target = specifier.slice('@slipstream/'.length).split('/')[0];
    const extra = isTest ? (testUnits[unit] ?? testUnits.default) : [];
    return target === unit || rule.units.includes(target) || extra.includes(target)
      ? undefined
      : `${unit} may not depend on ${target}`;
  }
  if (isTest || isTooling || rule.packages === 'declared' || rule.packages.includes(specifier))
    return undefined;
  return `${unit} may import only ${rule.packages.join(', ') || 'its own files and packages of the workspace'}`;
}

function resolve(file, specifier) {
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Comments become spaces, so that places stay; strings are left alone, also those that look like comments. */
function withoutComments(source) {
  return source.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (all, string) => string ?? all.replace(/[^\n]/g, ' '),
  );
}

function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}
