// Ours, as the server runs it: sessions over the real store, with every step and call on record before the next begins.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import {
  createSecretMask,
  createSessions,
  createStandingPermissions,
  createTokenBudget,
  defaultLimits,
  defineTool,
  noContextSource,
  toToolSet,
} from '../../packages/agent/src/index.ts';
import { createOpenAiModel, createTokenCounter } from '../../packages/models/src/index.ts';
import { createSqliteStore } from '../../packages/store/src/index.ts';
import { createFileRestorer, createFormerContents } from '../../packages/tools/src/index.ts';
import { contest, modelUrl, noteDescription, noteResult, prompt } from './contestant.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const store = await createSqliteStore({ path: join(folder, 'slipstream.db') });
const clock = {
  now: Date.now,
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
const ids = { next: () => randomUUID() };
const quiet = () => {};
const toModel = (id: string) =>
  createOpenAiModel({
    info: {
      id,
      label: id,
      provider: 'bench',
      contextWindow: 128_000,
      vision: false,
      reasoning: false,
      demo: false,
    },
    baseUrl: modelUrl,
    idleTimeoutMs: 30_000,
  });
const models = new Map([20, 100].map((steps) => [`steps${steps}`, toModel(`steps${steps}`)]));
const note = defineTool({
  name: 'note',
  description: noteDescription,
  input: z.object({ text: z.string() }),
  risk: 'read',
  concurrencySafe: true,
  title: ({ text }) => `Note ${text}`,
  run: async () => ({ output: noteResult }),
});
const tools = toToolSet([note]);
const sessions = createSessions({
  store,
  models: {
    list: async () => [...models.values()].map(({ info }) => info),
    defaultId: () => 'steps20',
    get: (id) => models.get(id),
  },
  tools: () => tools,
  agentSource: { read: async () => ({ definitions: [], problems: [] }) },
  context: noContextSource,
  budget: createTokenBudget(createTokenCounter()),
  digests: true,
  secrets: createSecretMask([]),
  permissions: { rules: [], sandboxed: true, network: false },
  files: createFileRestorer({ contents: createFormerContents({ folder: join(folder, 'undo') }), hidden: [] }),
  standing: await createStandingPermissions({ store: store.permissions, clock, ids }),
  clock,
  ids,
  random: Math.random,
  limits: { ...defaultLimits, maxSteps: 200 },
  log: { info: quiet, warn: quiet, error: quiet },
  workspace: folder,
  system: 'Linux',
  sandbox: '',
});

contest(async (model) => {
  const sessionId = randomUUID();
  let end: () => void = () => {};
  const over = new Promise<string>((resolve, reject) => {
    let text = '';
    const unsubscribe = sessions.subscribe(sessionId, undefined, {
      open: () => {},
      frame(frame) {
        for (const event of JSON.parse(frame).events ?? []) {
          if (event.type === 'text.delta') text += event.text;
          if (event.type !== 'turn.finished') continue;
          if (event.status === 'completed') resolve(text);
          else reject(new Error(JSON.stringify(event)));
        }
      },
    });
    end = () => void unsubscribe.then((stop) => stop());
  });
  await sessions.send({ sessionId, messageId: randomUUID(), text: prompt, model, channel: 'bench' });
  const said = await over;
  end();
  return said;
});
