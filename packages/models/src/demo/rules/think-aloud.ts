// Reasoning that streams before the answer, so that one can see how thinking is shown.
import { say, think } from '../part.ts';
import { byPatterns, type DemoRule, toBareName } from '../rule.ts';

export const thinkAloud: DemoRule = {
  example: { en: 'think about rivers', zh: '思考河流' },
  match: byPatterns({
    en: [/^think(?: hard| carefully)?(?: (?:about|of|on|over) (?<topic>.+))?[.!]*$/is],
    zh: [/^(?:思考|想一想|想想|思考一下|想一下)(?:一下)?[:：,，]?(?:关于)?\s*(?<topic>.*)$/s],
  }),
  act(_, { language, details }) {
    const topic = toBareName(details['topic'] ?? '');
    if (language === 'zh') {
      const about = topic === '' ? '这件事' : `“${topic}”`;
      return [
        think(
          `用户想让我思考${about}。我只是一组规则，并没有自己的想法，不过可以让人看看思考是怎样显示的：` +
            '它先于回答一点一点地出现，之后折叠起来。\n\n' +
            '第一，问题是什么：一个能说明思考过程的例子。第二，我能做什么：把步骤一个一个写下来。' +
            '第三，结论：说得简短，并且说实话。',
        ),
        say(`我想过${about}了。上面可以展开的就是思考过程；真正的结论要等你接上一个语言模型，我只是演示。`),
      ];
    }
    const about = topic === '' ? 'this' : `“${topic}”`;
    return [
      think(
        `The user wants me to think about ${about}. I am a set of rules and have no thoughts of my own, but I can ` +
          'show what thinking looks like here: it comes before the answer, piece by piece, and is folded away ' +
          'afterwards.\n\nFirst, what is asked: an example of a train of thought. Second, what I can do: write ' +
          'the steps down one by one. Third, what follows: be brief, and be honest about what this is.',
      ),
      say(
        `I have thought about ${about}. What you can unfold above is the thinking; for a real conclusion, connect ` +
          'a language model. I am only the demo.',
      ),
    ];
  },
};
