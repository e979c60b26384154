import { expect, test } from 'vitest';
import { converse } from '../testing/converse.ts';

test.each(['markdown', 'show me some Markdown', '展示 Markdown'])('"%s" shows every kind', async (text) => {
  const [answer] = await converse(text);
  for (const kind of [
    /^# /m,
    /^1\. /m,
    /^ {3}- /m,
    /^\|:-/m,
    /^```ts$/m,
    /^> /m,
    /\*\*/,
    /^- \[x\]/m,
    /^---$/m,
  ])
    expect(answer?.text).toMatch(kind);
});
