import { AppError } from '@slipstream/protocol';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { refusalWords } from './refusal-words.ts';

const en = i18next.getFixedT('en');
const zh = i18next.getFixedT('zh');

test.each([
  [
    new AppError('invalid_request', '', { details: { reason: 'empty' } }),
    'The file is empty.',
    '文件是空的。',
  ],
  [
    new AppError('invalid_request', '', { details: { reason: 'kind' } }),
    'Only images, text, code, PDF and DOCX files can be attached.',
    '只能附上图片、文本、代码、PDF 和 DOCX 文件。',
  ],
  [
    new AppError('too_large', '', { details: { maxBytes: 20 * 1024 * 1024 } }),
    'A file may have 20 MB at most.',
    '一个文件最多 20 MB。',
  ],
  [new AppError('storage', ''), en('errors.storage'), zh('errors.storage')],
  [new TypeError('Failed to fetch'), en('errors.unavailable'), zh('errors.unavailable')],
])('says why a file was refused (%#)', (thrown, english, chinese) => {
  expect(refusalWords(en, thrown)).toBe(english);
  expect(refusalWords(zh, thrown)).toBe(chinese);
});
