// Counting: a stream that is long enough to try Stop on.
import { toNumberWords } from '../number-words.ts';
import { type DemoPart, say, sayPieces } from '../part.ts';
import { byPatterns, type DemoRule } from '../rule.ts';

const limit = 1000;
/** At the usual 25 ms this is a number every 150 ms. */
const slowly = 6;

export const count: DemoRule = {
  example: { en: 'count slowly to 100', zh: '慢慢数到 100' },
  match: byPatterns({
    en: [
      /^count(?<slow> slowly)?(?:(?: up)? to (?<end>\d+|a hundred|one hundred))?(?<slow2> slowly)?[.!]*$/i,
    ],
    zh: [/^(?<slow>慢慢地?|慢)?(?:数|数数|从一数|从1数|从 1 数)到\s*(?<end>\d+|一百)[。！]*$/],
  }),
  act(_, { language, details }) {
    const asked = /^\d+$/.test(details['end'] ?? '') ? Number(details['end']) : 100;
    if (asked < 1) return [say(language === 'zh' ? '这样就已经数完了。' : 'That is counted already.')];
    const end = Math.min(asked, limit);
    const pace = (details['slow'] ?? details['slow2']) ? slowly : 1;
    const parts: DemoPart[] = [sayPieces(toCount(end, language), pace)];
    if (asked > limit)
      parts.push(
        say(language === 'zh' ? `\n\n我只数到 ${limit}。` : `\n\nThat is as far as I count: ${limit}.`),
      );
    return parts;
  },
};

/** One piece for each number, a line for every ten. */
function toCount(end: number, language: 'en' | 'zh'): string[] {
  const [comma, stop] = language === 'zh' ? ['、', '。'] : [',', '.'];
  return Array.from({ length: end }, (_, index) => {
    const n = index + 1;
    const gap = n === 1 ? '' : n % 10 === 1 ? '\n' : language === 'zh' ? '' : ' ';
    return `${gap}${toNumberWords(n, language)}${n === end ? stop : comma}`;
  });
}
