import i18next from 'i18next';
import { afterAll, expect, test } from 'vitest';
import { chooseLanguage, toLanguage } from '../../i18n/i18n.ts';
import { workWords } from './work-words.ts';

afterAll(() => chooseLanguage('en'));

test.each<[string, Record<string, number>, string, number]>([
  [
    'en',
    { read_file: 2, list_directory: 1, edit_file: 1, bash: 1, memory__add: 4 },
    '3 reads, 1 edit, 1 command',
    5,
  ],
  ['en', { grep: 1, glob: 1, web_fetch: 2, write_file: 2 }, '2 searches, 2 edits, 2 pages', 6],
  ['zh', { read_file: 2, bash: 1, web_fetch: 1 }, '读取 2 次、命令 1 条、网页 1 个', 4],
  ['en', { constructor: 1, toString: 2 }, '', 0],
])('says in %s what %o was', async (language, counts, words, told) => {
  await chooseLanguage(toLanguage(language));
  expect(workWords(i18next.t, language, counts)).toEqual({ words, told });
});
