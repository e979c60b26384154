import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { toConfig } from './config.ts';
import { settingRows } from './settings.ts';
import { tableEnd, tableStart, toEnvExample, toSettingsTable, withSettingsTable } from './settings-docs.ts';

const file = (name: string) => new URL(`../../../../${name}`, import.meta.url);
const hint = 'run `node apps/server/src/config/write-settings-docs.ts`';

test('.env.example says what the schema says', () => {
  expect(readFileSync(file('.env.example'), 'utf8'), hint).toBe(toEnvExample());
});

test('The table in the README says what the schema says', () => {
  const readme = readFileSync(file('README.md'), 'utf8');
  expect(withSettingsTable(readme), hint).toBe(readme);
});

test('Every setting is explained', () => {
  expect(settingRows.map((row) => row.name)).toContain('PORT');
  for (const row of settingRows) expect(row.description, row.name).toMatch(/\S.*\.$/s);
});

test('The example, with every # removed, is a valid configuration equal to none at all', () => {
  const uncommented = toEnvExample().replace(/^#(?=[A-Z_]+=)/gm, '');
  expect(toConfig(parseEnv(uncommented), '/x')).toEqual(toConfig({}, '/x'));
});

test('No secret has a default', () => {
  const secrets = settingRows.filter((row) => row.secret);
  expect(secrets.map((row) => row.name)).toEqual(['OPENAI_API_KEY', 'AUTH_TOKEN', 'BRAVE_API_KEY']);
  for (const row of secrets) expect(row.default).toBe('');
});

test('The table is put between its markers and leaves the rest alone', () => {
  const next = withSettingsTable(`before\n${tableStart}\nold\n${tableEnd}\nafter\n`);
  expect(next).toBe(`before\n${tableStart}\n${toSettingsTable()}\n${tableEnd}\nafter\n`);
  expect(withSettingsTable('no markers')).toBeNull();
});

test('A table row has three cells', () => {
  const rows = toSettingsTable().split('\n');
  expect(rows).toHaveLength(settingRows.length + 2);
  for (const row of rows) expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(4);
});
