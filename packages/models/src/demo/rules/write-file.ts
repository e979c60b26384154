// Writing a file: a haiku of its own, or the user's text. The haiku must be asked before the text, whose patterns
// would take it for one.
import { toBareName } from '../rule.ts';
import { createToolRule } from '../tool-rule.ts';

const haiku = {
  en: 'Words flow down the stream,\neach one a leaf on water:\nnow the page is still.\n',
  zh: '字句顺流下\n一片一叶浮水面\n纸上已无声\n',
};

export const writeHaiku = createToolRule({
  example: { en: 'write a haiku to poem.txt', zh: '写一首俳句到 poem.txt' },
  en: [
    /^write(?: me)?(?: an?| the)?(?: short| little)? (?:haiku|poem)(?: (?:about|on) [^/]+?)?(?: (?:to|into|in)(?: the)?(?: file)? (?<path>\S+))?$/i,
  ],
  zh: [
    /^写(?:一)?(?:首|个)?(?:俳句|小诗|诗)(?:\s*(?:到|进|入|存到|保存到)(?:文件)?\s*(?<path>[^\s。！？]+?)(?:里|中)?)?[。！？]*$/,
  ],
  plan({ path }, language) {
    const file = toBareName(path ?? '') || 'poem.txt';
    const content = haiku[language];
    const quoted = content.trimEnd().replace(/^/gm, '> ').replace(/\n/g, '  \n');
    const intro =
      language === 'zh'
        ? `写好了一首俳句：\n\n${quoted}\n\n我把它写进 \`${file}\`。`
        : `Here is a haiku:\n\n${quoted}\n\nI write it to \`${file}\`.`;
    return { tool: 'write_file', args: { path: file, content }, intro };
  },
});

export const writeText = createToolRule({
  example: { en: 'write Hello, world! to hello.txt', zh: '把 你好，世界 写到 hello.txt' },
  en: [/^(?:write|save|put)\s+(?<text>.+)\s+(?:to|into|in)\s+(?:the )?(?:file )?(?<path>\S+)$/is],
  zh: [
    /^(?:把|将)\s*(?<text>.+?)\s*(?:写|存|保存)(?:到|入|进)(?:文件)?\s*(?<path>[^\s。！？]+?)(?:里|中)?[。！？]*$/s,
    /^(?:写入|写)\s*(?<text>.+?)\s*(?:到|进)(?:文件)?\s*(?<path>[^\s。！？]+?)(?:里|中)?[。！？]*$/s,
  ],
  plan({ text = '', path = '' }, language) {
    const file = toBareName(path);
    const content = `${text.trim().replace(/^["“「`](.*)["”」`]$/s, '$1')}\n`;
    const intro = language === 'zh' ? `我把这段文字写进 \`${file}\`。` : `I write that text to \`${file}\`.`;
    return { tool: 'write_file', args: { path: file, content }, intro };
  },
});
