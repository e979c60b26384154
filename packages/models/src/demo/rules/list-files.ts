// Looking into a folder: the workspace itself where none is named.
import { toBareName } from '../rule.ts';
import { createToolRule } from '../tool-rule.ts';

export const listFiles = createToolRule({
  example: { en: 'list files', zh: '列出文件' },
  en: [
    /^(?:list|show)(?: me)?(?: all)?(?: the| my)? (?:files|folder|directory|workspace)(?: (?:in|of|under|inside|from)(?: the)?(?: folder| directory)? (?<path>.+)|[.?!]*)$/i,
    /^(?:what|which) files (?:are|do (?:you|we|i) have)(?: there| here)?(?: in (?<path>.+)|[.?!]*)$/i,
    /^ls(?: (?<path>[^\s-]\S*))?$/,
  ],
  zh: [
    /^(?:列出|列一下|显示|看看|查看)(?:一下)?(?:所有|全部)?(?:的)?文件(?:列表)?[。！？]*$/,
    /^(?:列出|列一下|显示|看看)\s*(?<path>[^\s的]+?)\s*(?:目录|文件夹)?(?:里|中|下|里面|下面)?的?(?:所有|全部)?文件(?:列表)?[。！？]*$/,
    /^有(?:哪些|什么)文件[。！？]*$/,
  ],
  plan({ path }, language) {
    const folder = toBareName(path ?? '') || '.';
    const intro =
      language === 'zh'
        ? `我来看看${folder === '.' ? '工作区' : ` \`${folder}\` `}里有什么。`
        : `Let me look at what is in ${folder === '.' ? 'the workspace' : `\`${folder}\``}.`;
    return { tool: 'list_directory', args: { path: folder }, intro };
  },
});
