import { expect, test } from 'vitest';
import { findRule } from '../rules.ts';
import { converse } from '../testing/converse.ts';
import { count } from './count.ts';

test('counts in words, one piece for each number, slowly if asked', () => {
  const { rule, matched } = findRule('count slowly to 100');
  expect(rule).toBe(count);
  const [part] = count.act({ text: '', rounds: [], offers: () => false }, matched);
  expect(part).toMatchObject({ part: 'say', pace: 6 });
  const pieces = part && 'pieces' in part ? part.pieces : [];
  expect(pieces.length).toBe(100);
  expect([pieces[0], pieces[10], pieces[99]]).toEqual(['one,', '\neleven,', ' one hundred.']);
});

test.each([
  ['count to 5', 'one, two, three, four, five.'],
  ['count up to 3!', 'one, two, three.'],
  ['数到 12', '一、二、三、四、五、六、七、八、九、十、\n十一、十二。'],
  ['count to 0', 'That is counted already.'],
  ['数到 0', '这样就已经数完了。'],
])('"%s"', async (text, said) => {
  expect((await converse(text)).map((answer) => answer.text)).toEqual([said]);
});

test.each(['count slowly', 'count to a hundred', 'count to 100 slowly', '慢慢地数到 100', '慢慢数到一百'])(
  '"%s" goes to a hundred',
  async (text) => {
    const [answer] = await converse(text);
    expect(answer?.text).toMatch(/(?:one hundred\.|一百。)$/);
  },
);

test('stops at a thousand', async () => {
  const [answer] = await converse('count to 100000');
  expect(answer?.text).toMatch(/one thousand\.\n\nThat is as far as I count: 1000\.$/);
});
