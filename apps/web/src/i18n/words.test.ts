import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

type Words = { [key: string]: string | Words };

function flatten(words: Words, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words))
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const entry of flatten(value, `${prefix}${key}.`)) found.set(...entry);
  return found;
}

const english = flatten(en);
const chinese = flatten(zh);
const stem = (key: string) => key.replace(/_(?:one|other)$/, '');
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

test('both languages have the same keys, with the plural forms that each needs', () => {
  expect([...new Set([...chinese.keys()].map(stem))].sort()).toEqual(
    [...new Set([...english.keys()].map(stem))].sort(),
  );
  for (const key of english.keys())
    if (key.endsWith('_other')) {
      expect(english.has(key.replace(/_other$/, '_one'))).toBe(true);
      expect(chinese.has(key)).toBe(true);
    }
  expect([...chinese.keys()].filter((key) => key.endsWith('_one'))).toEqual([]);
});

test('both languages fill in the same values', () => {
  for (const [key, text] of chinese) {
    const same = english.get(key) ?? '';
    expect([key, placeholders(text)]).toEqual([key, placeholders(same)]);
    expect(text.trim()).not.toBe('');
  }
});

test('Chinese is Chinese', () => {
  const latin = [...chinese].filter(([, text]) => !/[\u3400-\u9fff]/.test(text.replace(/\{\{\w+\}\}/g, '')));
  expect(latin.map(([key]) => key).sort()).toEqual([
    'app.name',
    'connect.openai',
    'conversation.agent',
    'ending.stopped.and',
    'live.doing',
    'ui.before',
  ]);
});

test('Chinese is pointed in full width', () => {
  const half = [...chinese].filter(([, text]) =>
    /\p{Script=Han}["(,:;!?.]|["),:;!?]\p{Script=Han}|\.\.\./u.test(text),
  );
  expect(half).toEqual([]);
  // A colon behind a sentence in a component is the English one in both languages.
  const colons = sources.flatMap((path) =>
    [...read(path).matchAll(/\bt\('([\w.-]+)'[^()]*\)\}[:;,!?] /g)].map((match) => `${path}: ${match[1]}`),
  );
  expect(colons).toEqual([]);
});

const sources = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^gallery|^testing/.test(path),
);
const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

test('no word that a person sees stands in a component', () => {
  const offending = sources
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => {
      const code = read(path).replace(/\{?\/\*[\s\S]*?\*\/\}?|\/\/.*$/gm, '');
      const texts = [...code.matchAll(/(?<!=)>\s*([A-Za-z][A-Za-z' ]+[A-Za-z.!?])\s*</g)];
      const attributes = [
        ...code.matchAll(/(?:aria-label|title|placeholder|alt|label)="([^"]*[A-Za-z][^"]*)"/g),
      ];
      return [...texts, ...attributes].map((match) => `${path}: ${match[1]}`);
    });
  expect(offending).toEqual(['features/models/connect-guide.tsx: .env']);
});

test('no word that a person sees is handed on as it stands', () => {
  const saying = /\b(?:notify|setWords)\(\s*['"`]([^'"`]*\p{L}[^'"`]*)/gu;
  const written = /[>{]\s*['"`]([A-Z][a-z]+ [a-z][^'"`]*|[^'"`]*\p{Script=Han}[^'"`]*)['"`]\s*[}<]/gu;
  const offending = sources.flatMap((path) => {
    const code = read(path).replace(/\{?\/\*[\s\S]*?\*\/\}?|\/\/.*$/gm, '');
    return [...code.matchAll(saying), ...code.matchAll(written)].map((match) => `${path}: ${match[1]}`);
  });
  expect(offending).toEqual([]);
});

test('every key that is asked for is there', () => {
  const missing = sources.flatMap((path) =>
    [...read(path).matchAll(/\bt\('([\w.-]+)'/g)]
      .map((match) => match[1] ?? '')
      .filter((key) => !english.has(key) && !english.has(`${key}_other`))
      .map((key) => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});

test('every key is used somewhere', () => {
  const code = sources.map(read).join('\n');
  const used = (key: string) => {
    const parts = stem(key).split('.');
    // A key may be made of a fixed beginning and a value: `live.${now.kind}`.
    return parts.some((_, index) => {
      const head = parts.slice(0, parts.length - index).join('.');
      return index === 0 ? code.includes(`'${head}'`) : code.includes(`\`${head}.\${`);
    });
  };
  expect([...english.keys()].filter((key) => !used(key))).toEqual([]);
});
