// Markdown made of lines that are hard to cut between, for properties. Its code is in no language that is coloured,
// since colours come when they come.
import * as fc from 'fast-check';

const fence = '```';

const line = fc.constantFrom(
  'words',
  'more **words** and `code`',
  '',
  '',
  '',
  '- item',
  '* star',
  '  inside',
  '1. one',
  '> quote',
  fence,
  `${fence}none`,
  `  ${fence}`,
  `> ${fence}`,
  '~~~',
  '# head',
  '| a | b |',
  '|---|---|',
  '---',
  '===',
  '    code',
  '**结论：**中文。',
);

export const document = fc.array(line, { maxLength: 24 }).map((lines) => lines.join('\n'));
