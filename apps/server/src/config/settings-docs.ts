// The settings as people read them: the text of `.env.example` and the table of the README. Pure; who writes the
// files is `write-settings-docs.ts`, and a test holds the files to this.
import { type SettingRow, settingRows } from './settings.ts';

export const tableStart = '<!-- settings:start -->';
export const tableEnd = '<!-- settings:end -->';

/** The whole of `.env.example`: every setting commented out at its default, secrets empty. */
export function toEnvExample(rows: readonly SettingRow[] = settingRows): string {
  const head = [
    '# Copy this file to .env and remove the # before what you want to change.',
    '# What is set in the environment wins over this file.',
  ];
  const entries = rows.map((row) => `# ${plain(row.description)}\n#${row.name}=${row.default}`);
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`;
}

/** The Markdown table of all settings. */
export function toSettingsTable(rows: readonly SettingRow[] = settingRows): string {
  const lines = rows.map((row) => {
    const fallback = row.default === '' ? (row.secret ? '– (secret)' : '–') : `\`${row.default}\``;
    return `| \`${row.name}\` | ${fallback} | ${row.description.replaceAll('|', '\\|')} |`;
  });
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...lines].join('\n');
}

/** The document with the table between its markers; null where the markers are missing. */
export function withSettingsTable(
  document: string,
  rows: readonly SettingRow[] = settingRows,
): string | null {
  const start = document.indexOf(tableStart);
  const end = document.indexOf(tableEnd);
  if (start < 0 || end < start) return null;
  return `${document.slice(0, start + tableStart.length)}\n${toSettingsTable(rows)}\n${document.slice(end)}`;
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}
