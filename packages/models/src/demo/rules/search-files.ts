// Searching in files and for files. What is searched for is passed on as it is: both tools know patterns.
import { toBareName } from '../rule.ts';
import { createToolRule } from '../tool-rule.ts';

export const searchText = createToolRule({
  example: { en: 'search for TODO', zh: '搜索 TODO' },
  en: [
    /^(?:look for|(?:search|grep)(?: (?:the |my )?(?:files|code|workspace))?(?: for)?)\s+(?<pattern>.+?)(?:\s+in\s+(?:the )?(?:folder )?(?<path>[\w./-]+))?$/is,
  ],
  zh: [
    /^(?:在\s*(?<path>[\w./-]+)\s*(?:里|中|里面|下)\s*)?(?:搜索|搜一下|搜|检索|查找内容)(?:一下)?\s*(?<pattern>.+)$/s,
  ],
  plan({ pattern = '', path }, language) {
    const wanted = toBareName(pattern);
    const folder = toBareName(path ?? '');
    const intro = language === 'zh' ? `我来搜索“${wanted}”。` : `Searching for “${wanted}”.`;
    return { tool: 'grep', args: { pattern: wanted, ...(folder ? { path: folder } : {}) }, intro };
  },
});

export const findFiles = createToolRule({
  example: { en: 'find *.md', zh: '查找 *.md' },
  en: [
    /^find(?: me)?(?: all)?(?: the)?(?: files)?(?: (?:named|matching|like|called))?\s+(?<pattern>\S*[*?.[{/]\S*)$/i,
  ],
  zh: [
    /^(?:查找|找到|找出|找一下|找)(?:所有)?(?:文件)?\s*(?<pattern>[^\s。！？]*[*?.[{/][^\s。！？]*?)(?:文件)?[。！？]*$/,
  ],
  plan({ pattern = '' }, language) {
    const wanted = toBareName(pattern);
    const intro =
      language === 'zh'
        ? `我来找名字符合 \`${wanted}\` 的文件。`
        : `Looking for files that match \`${wanted}\`.`;
    return { tool: 'glob', args: { pattern: wanted }, intro };
  },
});
