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

/** A browser that hangs is no reason to wait for ever: on a machine that does nothing else all of it takes half of that. */
const longestMs = 30 * 60_000;
setTimeout(() => {
  console.error(`Given up after ${longestMs / 60_000} minutes.`);
  process.exit(1);
}, longestMs);

for (const [name, run] of Object.entries(parts))
  if (only === undefined || only === name) {
    console.log(`\n## ${name}`);
    const from = performance.now();
    await run(rounds);
    console.log(`(took ${Math.round((performance.now() - from) / 1000)} s)`);
  }
process.exit();
