import { expect, test } from 'vitest';
import { demoRules } from '../rules.ts';
import { converse } from '../testing/converse.ts';

const variables = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'];

test.each(['help', 'Hello!', 'what can you do?', 'explain quantum field theory', ''])(
  '"%s" is answered with what this is and how to go on',
  async (text) => {
    const [answer] = await converse(text);
    expect(answer?.text).toContain('not a language model');
    for (const rule of demoRules.slice(0, -1)) expect(answer?.text).toContain(`- \`${rule.example.en}\``);
    for (const name of variables) expect(answer?.text).toContain(name);
  },
);

test.each(['帮助', '你好', '解释一下量子场论'])('"%s" is answered in Chinese', async (text) => {
  const [answer] = await converse(text);
  expect(answer?.text).toContain('不是语言模型');
  for (const rule of demoRules.slice(0, -1)) expect(answer?.text).toContain(`- \`${rule.example.zh}\``);
  for (const name of variables) expect(answer?.text).toContain(name);
});

test('says when it did not understand', async () => {
  expect((await converse('explain this'))[0]?.text).toMatch(/^I did not understand that\./);
  expect((await converse('help'))[0]?.text).toMatch(/^Hello!/);
  expect((await converse('解释一下'))[0]?.text).toMatch(/^我没有听懂。/);
});
