// An answer with every kind of Markdown that the page renders.
import { say } from '../part.ts';
import { byPatterns, type DemoRule } from '../rule.ts';

const english = `# Markdown in one answer

Text can be **bold**, *italic*, ~~struck out~~ or \`code\`, and [link somewhere](https://commonmark.org).

## A list

1. First
2. Second
   - a point within
   - and another
3. Third

- [x] a task that is done
- [ ] one that is not

## A table

| Language | Year | Typed |
|:---------|-----:|:-----:|
| C        | 1972 | yes   |
| Python   | 1991 | no    |
| Rust     | 2015 | yes   |

## Code

\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}
\`\`\`

> A quote: *simplicity is prerequisite for reliability.*

---

That is all of it.`;

const chinese = `# 一个回答里的 Markdown

文字可以是**粗体**、*斜体*、~~删除线~~或 \`代码\`，也可以有[链接](https://commonmark.org)。

## 列表

1. 第一
2. 第二
   - 里面的一点
   - 再一点
3. 第三

- [x] 做完的事
- [ ] 没做完的事

## 表格

| 语言   | 年份 | 静态类型 |
|:-------|-----:|:--------:|
| C      | 1972 | 是       |
| Python | 1991 | 否       |
| Rust   | 2015 | 是       |

## 代码

\`\`\`ts
export function greet(name: string): string {
  return \`你好，\${name}！\`;
}
\`\`\`

> 引用：*简单是可靠的前提。*

---

就是这些。`;

export const showMarkdown: DemoRule = {
  example: { en: 'markdown', zh: '展示 Markdown' },
  match: byPatterns({
    en: [/^(?:show |write |demo )?(?:me )?(?:some |all )?markdown(?: demo| example| please)?[.!]*$/i],
    zh: [/^(?:展示|显示|演示|写)(?:一下|一段)?\s*(?:markdown|格式)[。！]*$/i],
  }),
  act: (_, { language }) => [say(language === 'zh' ? chinese : english)],
};
