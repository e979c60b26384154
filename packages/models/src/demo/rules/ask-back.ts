// A question to the person, so that one can see how the agent asks: with choices, and room for an answer of one's own.
import { call, say } from '../part.ts';
import { byPatterns, type DemoRule } from '../rule.ts';
import { sayNotOffered } from '../tool-rule.ts';

const answered = /^The user answered: (?<answer>[\s\S]+)$/;

export const askBack: DemoRule = {
  example: { en: 'ask me something', zh: '问我一个问题' },
  match: byPatterns({
    en: [/^ask me (?:something|a question|anything)[.!?]*$/i],
    zh: [/^(?:问我|向我提)(?:一个|个|点)?(?:问题|什么|东西)?[。！？]*$/],
  }),
  act(turn, { language }) {
    const zh = language === 'zh';
    const outcome = turn.rounds.at(-1)?.at(0);
    if (outcome) {
      const answer = answered.exec(outcome.text.trim())?.groups?.['answer'];
      if (answer === undefined)
        return [say(zh ? '好的，那我不再问了。' : 'All right, then I do not ask again.')];
      const quoted = answer.replace(/^/gm, '> ');
      return [say(zh ? `你的回答是：\n\n${quoted}\n\n记住了。` : `You said:\n\n${quoted}\n\nGood to know.`)];
    }
    if (!turn.offers('ask_user')) return [say(sayNotOffered('ask_user', language))];
    return [
      say(zh ? '好，我有一个问题。' : 'With pleasure.'),
      call('ask_user', {
        question: zh ? '你更喜欢在什么时候工作？' : 'When do you like to work best?',
        choices: zh
          ? ['清晨，趁还安静', '白天，和大家一起', '深夜，没有人打扰']
          : ['Early, while it is quiet', 'During the day, with others', 'Late, when nobody calls'],
      }),
    ];
  },
};
