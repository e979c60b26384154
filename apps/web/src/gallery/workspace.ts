// The workspace behind the scenes: some folders and files, of which the turn has changed two.
import type { FakeWorkspace } from '../testing/fake-workspace.ts';
import { turnId } from '../testing/records.ts';
import { patch } from './texts.ts';

const report = `import { mail } from '../mail.ts';

const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The name of a day; \`getDay()\` counts from Sunday. */
export function dayName(date: Date): string {
  return names[(date.getDay() + 6) % 7] ?? 'mon';
}

export async function sendReport(date: Date, lines: readonly string[]): Promise<void> {
  const subject = \`Nightly report, \${dayName(date)}\`;
  await mail({ subject, text: lines.join('\\n') });
}
`;

const changedAt = '2026-01-05T09:00:00.000Z';
const aChange = { changes: 1, undone: false, turnId, changedAt } as const;

export function fillWorkspace(workspace: FakeWorkspace): void {
  const texts = [
    'AGENTS.md',
    'README.md',
    'package.json',
    'scripts/weekly.sh',
    'src/mail.ts',
    'src/index.ts',
  ];
  for (const path of texts) workspace.entries.set(path, 'x'.repeat(path.length * 90));
  workspace.entries.set('src/nightly/report.ts', report);
  workspace.entries.set('src/nightly/report.test.ts', "import { expect, test } from 'vitest';\n");
  workspace.entries.set('docs/chart.png', { kind: 'image', mediaType: 'image/png', bytes: 12_000 });
  workspace.entries.set('chart.png', { kind: 'image', mediaType: 'image/png', bytes: 12_000 });
  workspace.entries.set('nightly.db', { kind: 'binary', bytes: 3_400_000 });
  workspace.changed = [
    { path: 'src/nightly/report.ts', kind: 'edited', ...aChange },
    { path: 'src/nightly/report.test.ts', kind: 'created', ...aChange },
    { path: 'notes.md', kind: 'created', ...aChange, undone: true },
  ];
  workspace.diffs.set('src/nightly/report.ts', { state: 'changed', diff: patch });
}
