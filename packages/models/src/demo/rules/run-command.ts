// Running a command line, which is passed on as it was written.
import { createToolRule } from '../tool-rule.ts';

export const runCommand = createToolRule({
  example: { en: 'run ls -la', zh: '运行 ls -la' },
  en: [
    /^(?:run|execute|exec)(?: the)?(?: (?:shell )?command)?:?\s+(?<command>.+)$/is,
    /^\$\s*(?<command>.+)$/s,
  ],
  zh: [/^(?:运行|执行|跑一下|跑)(?:一下)?(?:命令)?[:：]?\s*(?<command>.+)$/s],
  maxLength: 20_000,
  plan({ command = '' }, language) {
    const line = command.trim().replace(/^`(.+)`[.。]?$/s, '$1');
    return {
      tool: 'bash',
      args: { command: line },
      intro: language === 'zh' ? '我来运行它。' : 'Running it.',
    };
  },
});
