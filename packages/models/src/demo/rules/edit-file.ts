// Replacing one text by another in a file; asks back when it is not told which.
import { toBareName } from '../rule.ts';
import { createToolRule } from '../tool-rule.ts';

export const editFile = createToolRule({
  example: { en: 'replace page with screen in poem.txt', zh: '把 poem.txt 里的 纸上 替换成 屏上' },
  en: [
    /^(?:in|edit)\s+(?<path>\S+?)[,:]?\s+(?:and |to )?(?:replace|change)\s+(?<old>.+?)\s+(?:with|to|by)\s+(?<new>.+)$/is,
    /^(?:replace|change)\s+(?<old>.+?)\s+(?:with|to|by)\s+(?<new>.+)\s+in\s+(?:the )?(?:file )?(?<path>\S+)$/is,
    /^(?:edit|change|replace)\b(?:\s+(?:the )?(?:file )?(?<path>\S+))?[.?!]*$/i,
  ],
  zh: [
    /^(?:(?:把|将)|在)?\s*(?<path>[^\s的里中]+)\s*(?:里面|里|中)(?:的|把|将)?\s*(?<old>.+?)\s*(?:替换为|替换成|换成|改成|改为)\s*(?<new>.+?)[。！？]*$/s,
    /^(?:编辑|修改)(?:文件)?(?:\s*(?<path>[^\s。！？]+))?[。！？]*$/,
  ],
  plan({ path, old, new: replacement }, language) {
    const file = toBareName(path ?? '') || 'poem.txt';
    if (old === undefined || replacement === undefined)
      return {
        say:
          language === 'zh'
            ? `请告诉我要改什么，比如：\`把 ${file} 里的 旧文字 替换成 新文字\`。`
            : `Tell me what to change, like this: \`replace old text with new text in ${file}\`.`,
      };
    const oldText = toBareQuote(old);
    const newText = toBareQuote(replacement);
    const intro =
      language === 'zh'
        ? `我把 \`${file}\` 里的“${oldText}”改成“${newText}”。`
        : `I change “${oldText}” to “${newText}” in \`${file}\`.`;
    return { tool: 'edit_file', args: { path: file, oldText, newText }, intro };
  },
});

function toBareQuote(text: string): string {
  return text.trim().replace(/^["'`“‘「](.+)["'`”’」]$/su, '$1');
}
