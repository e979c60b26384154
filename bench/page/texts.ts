// An answer of a wanted length, of everything that answers are made of.
const parts = [
  (n: number) => `## Part ${n}: what it does\n\n`,
  (n: number) =>
    `The reader of part ${n} keeps **what it has read** and gives *only the rest* to \`parse()\`, so that a second call costs nothing. See [the notes](https://example.org/notes/${n}) for more of it, and mind the $5 that it may cost.\n\n`,
  (n: number) =>
    `- first, it opens \`file-${n}.ts\`\n- then it checks the **version**\n  - and the one below\n- last, it closes everything\n\n`,
  (n: number) =>
    `\`\`\`ts\nexport function part${n}(rows: readonly Row[]): Map<string, Row> {\n  const found = new Map<string, Row>();\n  for (const row of rows) if (row.size > ${n}) found.set(row.name, row);\n  return found;\n}\n\`\`\`\n\n`,
  (n: number) =>
    `**结论：**第 ${n} 部分只读取一次设置，之后的调用都不再花费时间。其余的内容在*下一节*里说明。\n\n`,
  (n: number) =>
    `| name | size | note |\n|---|---:|---|\n| part ${n} | ${n * 12} | *read once* |\n| rest | ${n * 3} | \`kept\` |\n\n`,
  (n: number) => `> A quotation about part ${n}: it is short, and ends here.\n\n`,
];

export function answerOf(chars: number): string {
  let text = '';
  for (let n = 0; text.length < chars; n += 1) text += parts[n % parts.length]?.(n) ?? '';
  return text.slice(0, chars);
}
