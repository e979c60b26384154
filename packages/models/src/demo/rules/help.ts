// What is left when no other rule fits: says what this is, what it can do, and how to get a real model.
import { languageOf, type Phrase } from '../language.ts';
import { say } from '../part.ts';
import { byPatterns, type DemoRule } from '../rule.ts';

const asked = byPatterns({
  en: [/^(?:help|hello|hi|hey|\?|what can you do|who are you|what are you|what is this)\b[\s!?.]*$/i],
  zh: [/^(?:帮助|你好|您好|你是谁|你会什么|你能做什么|这是什么|怎么用)[\s！？。]*$/],
});

/** Answers everything, so it must be the last rule. `examples` are those of the rules before it. */
export function createHelpRule(examples: readonly Phrase[]): DemoRule {
  return {
    example: { en: 'help', zh: '帮助' },
    match: (text) => asked(text) ?? { language: languageOf(text), details: { unknown: text } },
    act(_, { language, details }) {
      const known = details['unknown'] === undefined;
      return [say(language === 'zh' ? inChinese(known, examples) : inEnglish(known, examples))];
    },
  };
}

function inEnglish(known: boolean, examples: readonly Phrase[]): string {
  const first = known
    ? 'Hello! I am the **built-in demo**: a handful of rules, not a language model.'
    : 'I did not understand that. I am the **built-in demo**: a handful of rules, not a language model.';
  return `${first} I stream my answers and really call the tools, so you can see how everything here works. Try one of these:

${examples.map(({ en }) => `- \`${en}\``).join('\n')}

To connect a real model, start the server with these variables (in the environment or in \`.env\`):

\`\`\`sh
OPENAI_API_KEY=…                            # your key
OPENAI_BASE_URL=https://api.openai.com/v1   # or any compatible server, also a local one
OPENAI_MODEL=…                              # the name of the model
\`\`\``;
}

function inChinese(known: boolean, examples: readonly Phrase[]): string {
  const first = known
    ? '你好！我是**内置演示**：几条规则，不是语言模型。'
    : '我没有听懂。我是**内置演示**：几条规则，不是语言模型。';
  return `${first}我会流式回答，也会真的调用工具，让你看看这里的一切怎样工作。可以试试：

${examples.map(({ zh }) => `- \`${zh}\``).join('\n')}

要接上真正的模型，请设置这些变量（环境变量或 \`.env\` 文件）再启动服务器：

\`\`\`sh
OPENAI_API_KEY=…                            # 你的密钥
OPENAI_BASE_URL=https://api.openai.com/v1   # 或任何兼容的服务器，本机的也行
OPENAI_MODEL=…                              # 模型的名字
\`\`\``;
}
