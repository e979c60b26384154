// Two sub-agents at once, so that one can see how they work: each has this same demo model, and a phrase of its help.
import { call, say } from '../part.ts';
import { byPatterns, type DemoRule } from '../rule.ts';
import { sayNotOffered } from '../tool-rule.ts';

export const askAgents: DemoRule = {
  example: { en: 'let two sub-agents look around', zh: '让两个子智能体看看' },
  match: byPatterns({
    en: [/^(?:let|ask|have) (?:two |some |the )?(?:sub-?)?agents (?:to )?look around[.!]*$/i],
    zh: [/^(?:让|请|派)(?:两个|几个)?子?(?:智能体|代理)(?:去|来)?(?:看看|看一看|查看)(?:工作区)?[。！]*$/],
  }),
  act(turn, { language }) {
    const zh = language === 'zh';
    const outcomes = turn.rounds.at(-1);
    if (outcomes) {
      const told = outcomes.map(({ text }) => `> ${text.trim().replaceAll('\n', '\n> ')}`).join('\n\n');
      return [say(`${zh ? '子智能体的结论：' : 'This is what they say:'}\n\n${told}`)];
    }
    if (!turn.offers('task')) return [say(sayNotOffered('task', language))];
    return [
      say(zh ? '我同时请两个子智能体去看。' : 'I ask two sub-agents at once.'),
      call('task', {
        agent: 'explore',
        description: zh ? '看看有哪些文件' : 'See what files there are',
        prompt: zh ? '列出文件' : 'list files',
      }),
      call('task', {
        agent: 'explore',
        description: zh ? '找 Markdown 文件' : 'Find the Markdown files',
        prompt: zh ? '查找 *.md' : 'find *.md',
      }),
    ];
  },
};
