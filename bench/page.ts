// What the page costs in a real Chromium: an answer that streams, beside other renderers of Markdown; a long session that
// is opened and scrolled; typing while sessions stream. Prints; asserts nothing: `npm run bench -- page`. With `--only=`
// one part: markdown, streaming, session or typing.
import { benchMarkdown } from './page/markdown.ts';
import { benchSession } from './page/session.ts';
import { benchStreaming } from './page/streaming.ts';
import { benchTyping } from './page/typing.ts';

const rounds = process.argv.includes('--quick') ? 1 : 5;
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const parts = {
  markdown: benchMarkdown,
  streaming: benchStreaming,
  session: benchSession,
  typing: benchTyping,
};

for (const [name, run] of Object.entries(parts))
  if (only === undefined || only === name) {
    console.log(`\n## ${name}`);
    await run(rounds);
  }
process.exit();
