// Streams answers into the page for `--minutes` (30), chat after chat, and looks at what the page holds: its heap after
// a collection, its elements and listeners. Ends with 1 when the last third holds more than the one before. Run by
// `npm run soak:page`.
import { type CDPSession, chromium } from '@playwright/test';
import { createScriptedProvider, reply, wireReply } from '@slipstream/testkit/provider';
import { findBrowser } from './src/browser.ts';
import { openChat, patiently } from './src/chat-page.ts';
import { startServer } from './src/server.ts';
import { toProvider } from './src/settings.ts';

const minutes = Number(process.argv[process.argv.indexOf('--minutes') + 1]) || 30;
const tokensPerSecond = 200;
const turnsInChat = 3;
/** Older ones are deleted, so that the list itself does not grow. */
const chatsKept = 10;
/** What the last third may hold more than the middle one. */
const grownShare = 0.1;
const grownBytes = 3_000_000;

type Held = { minute: number; heap: number; nodes: number; listeners: number };

const paragraph =
  'The reader keeps **what it has read** and gives *only the rest* to `parse()`, so that a second call costs nothing.\n\n';
const answer = `${paragraph.repeat(12)}\`\`\`ts\nexport const part = read({ once: true });\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${paragraph.repeat(6)}`;

async function heldBy(cdp: CDPSession, minute: number): Promise<Held> {
  for (let n = 0; n < 3; n += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    minute,
    heap: value('JSHeapUsedSize'),
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const words = ({ minute, heap, nodes, listeners }: Held) =>
  `${minute.toFixed(1)} min: heap ${(heap / 1e6).toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`;

const provider = await createScriptedProvider({
  // A question is answered with work, the work's result with the answer: in whichever order they come.
  script: ({ body }) =>
    body.messages.at(-1)?.role === 'tool'
      ? wireReply.paced(answer, tokensPerSecond)
      : [reply.text('First I look.'), reply.toolCall('list_directory', { path: '.' })],
});
const server = await startServer({ env: toProvider(provider) });
const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
const held: Held[] = [];
let turns = 0;
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const chat = await openChat(page, server.url);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 60_000;
  const chats: string[] = [];
  while (passed() < minutes) {
    for (let n = 0; n < turnsInChat; n += 1) {
      await chat.send(`part ${turns}`);
      // The newest turn is that of this message only once it is there.
      await patiently(chat.answers).toHaveCount(n + 1);
      await chat.ended('completed');
      turns += 1;
    }
    chats.push(new URL(page.url()).pathname.replace('/s/', ''));
    const oldest = chats.length > chatsKept ? chats.shift() : undefined;
    if (oldest) await fetch(`${server.url}/api/sessions/${oldest}`, { method: 'DELETE' });
    await page.locator('nav a[href="/"], a[href="/"]').first().click();
    const now = await heldBy(cdp, passed());
    held.push(now);
    console.log(words(now));
  }
} finally {
  await browser.close();
  await server.close();
  await provider.close();
}

const third = (n: number) =>
  held.slice(Math.floor((held.length * n) / 3), Math.floor((held.length * (n + 1)) / 3));
const [middle, last] = [third(1), third(2)].map((part) => median(part.map(({ heap }) => heap))) as [
  number,
  number,
];
const [nodesBefore, nodesAfter] = [third(1), third(2)].map((part) =>
  median(part.map(({ nodes }) => nodes)),
) as [number, number];
const grew =
  last - middle > Math.max(grownBytes, middle * grownShare) || nodesAfter > nodesBefore * (1 + grownShare);
console.log(
  `${turns} turns in ${minutes} minutes. Middle third: ${(middle / 1e6).toFixed(1)} MB, ${nodesBefore} nodes; last third: ${(last / 1e6).toFixed(1)} MB, ${nodesAfter} nodes. ${grew ? 'It grows.' : 'It does not grow.'}`,
);
process.exitCode = grew ? 1 : 0;
