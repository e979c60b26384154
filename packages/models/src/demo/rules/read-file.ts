// Reading a file. A name with spaces needs quotes, so that ordinary sentences are not taken for names.
import { toBareName } from '../rule.ts';
import { createToolRule } from '../tool-rule.ts';

export const readFile = createToolRule({
  example: { en: 'read README.md', zh: '读取 README.md' },
  en: [
    /^(?:read|open|cat)(?: me)?(?: the)?(?: file)?\s+(?<path>\S+|"[^"]+"|'[^']+'|`[^`]+`)(?: to me| aloud)?[.?!]*$/i,
    /^show(?: me)?(?: the)?(?: file)?\s+(?<path>[\w./-]*\.\w+)[.?!]*$/i,
  ],
  zh: [/^(?:读取|读一下|读一读|读|打开|查看)(?:文件)?\s*(?<path>[^\s。！？]+?)(?:文件)?[。！？]*$/],
  plan({ path = '' }, language) {
    const file = toBareName(path);
    const intro = language === 'zh' ? `我来读 \`${file}\`。` : `Reading \`${file}\`.`;
    return { tool: 'read_file', args: { path: file }, intro };
  },
});
