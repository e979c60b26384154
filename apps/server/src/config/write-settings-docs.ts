// Run by hand after a setting changed: brings `.env.example` and the README's table in line with the schema.
import { readFileSync, writeFileSync } from 'node:fs';
import { toEnvExample, withSettingsTable } from './settings-docs.ts';

const root = new URL('../../../../', import.meta.url);
writeFileSync(new URL('.env.example', root), toEnvExample());
const readme = new URL('README.md', root);
const next = withSettingsTable(readFileSync(readme, 'utf8'));
if (next === null) throw new Error('README.md has no settings markers.');
writeFileSync(readme, next);
