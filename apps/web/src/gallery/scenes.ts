// Every state of the page, played on a fake client. A scene gives the path at which it is shown.
import type { Language } from '../i18n/i18n.ts';
import type { FakeClient } from '../testing/fake-client.ts';
import { realModels, sessionId, turnEvents } from '../testing/records.ts';
import { moreScenes } from './more-scenes.ts';
import { toReadOnlyScenes } from './read-only-scenes.ts';
import { someSessions } from './sessions.ts';
import { complete, here, type Stage, testRun, work } from './stage.ts';
import { patch, texts } from './texts.ts';

const writableScenes: Record<string, (stage: Stage) => string> = {
  start: () => '/',
  startReal: ({ client }) => {
    client.setModels(realModels);
    return '/';
  },
  done: (stage) => {
    complete(stage, {});
    return here;
  },
  thinking: ({ client, make, say }) => {
    client.play(sessionId, [make.started(say.ask, -3000), make.step(1, -2600), make.think(1, say.think)]);
    return here;
  },
  running: (stage) => {
    stage.client.play(sessionId, [...work(stage), stage.make.progress('6', testRun)]);
    stage.client.setState(sessionId, {
      queue: [{ messageId: 'q1', text: stage.say.next, turnId: 't2' }],
    });
    return here;
  },
  parallel: ({ client, make, say }) => {
    client.play(sessionId, [
      make.started(say.ask, -9000),
      make.step(1, -8000),
      make.say(1, say.words),
      make.call(1, '1', 'bash', { command: 'du -sh node_modules' }, -6000),
      make.call(1, '2', 'grep', { pattern: 'TODO' }, -6000),
      make.call(1, '3', 'web_fetch', { url: 'https://example.org' }, -6000),
      make.result('2', '', 22),
      make.progress('1', '12M\tnode_modules/.cache\n'),
    ]);
    return here;
  },
  streaming: (stage) => {
    const { client, make, say } = stage;
    client.play(sessionId, [
      ...work(stage),
      make.result('6', testRun, 9120),
      make.stepDone(4),
      make.step(5, -2000),
      make.say(5, say.answer.slice(0, say.answer.indexOf('|---'))),
    ]);
    return here;
  },
  approval: ({ client, make, say }) => {
    client.play(sessionId, [
      make.started(say.ask, -9000),
      make.step(1, -8000),
      make.say(1, say.words),
      make.call(1, '1', 'edit_file', { path: 'src/nightly/report.ts' }, -6000),
      make.ask('1', 'edit_file', say.reason, patch),
    ]);
    return here;
  },
  approvals: ({ client, make, say }) => {
    client.play(sessionId, [
      make.started(say.ask, -9000),
      make.step(1, -8000),
      make.call(1, '1', 'bash', { command: 'rm -rf dist && npm run build' }, -6000),
      make.call(1, '2', 'write_file', { path: 'poem.txt' }, -6000),
      make.ask('1', 'bash', say.reason, 'rm -rf dist && npm run build'),
      make.ask(
        '2',
        'write_file',
        say.reason,
        '--- /dev/null\n+++ b/poem.txt\n@@ -0,0 +1,3 @@\n+An old silent pond\n+A frog jumps into the pond\n+Splash! Silence again.',
      ),
    ]);
    return here;
  },
  retry: ({ client, make, say, now }) => {
    client.play(sessionId, [
      make.started(say.ask, -4000),
      make.step(1, -3000),
      make.retry(1, 600_000, '429 Too Many Requests', now - Date.now()),
    ]);
    return here;
  },
  stopped: (stage) => {
    complete(stage, { status: 'cancelled', text: stage.say.words });
    return here;
  },
  interrupted: (stage) => {
    complete(stage, { status: 'interrupted', text: stage.say.words });
    return here;
  },
  failed: (stage) => {
    const { client, make, say } = stage;
    client.setModels(realModels);
    stage.model = 'gpt-5';
    const message = '401 Incorrect API key provided: sk-…4f2a.';
    client.play(sessionId, [
      make.started(say.ask, -4000),
      make.step(1, -3000),
      make.finished(
        { status: 'failed', model: 'gpt-5', text: '', error: { kind: 'auth', message, retryable: false } },
        900,
      ),
    ]);
    return here;
  },
  maxSteps: (stage) => {
    complete(stage, { status: 'max_steps', text: '' });
    return here;
  },
  pending: (stage) => {
    complete(stage, { text: stage.say.words });
    stage.client.setConnection({ phase: 'reconnecting', retryAt: Date.now() + 600_000 });
    const { ask, next } = stage.say;
    const tooLarge = { code: 'too_large', message: '' } as const;
    stage.client.setState(sessionId, {
      pending: [
        { createdAt: '', text: ask, messageId: 'p1', state: 'failed', error: tooLarge },
        { createdAt: '', text: next, messageId: 'p2', state: 'sending', error: null },
      ],
    });
    return here;
  },
  offline: (stage) => {
    stage.client.play(sessionId, work(stage));
    stage.client.setConnection({ phase: 'offline', retryAt: null });
    return here;
  },
  signIn: ({ client }) => {
    client.setConnection({ phase: 'unauthorized', retryAt: null });
    return '/';
  },
  long: (stage) => {
    for (let i = 0; i < 6; i++)
      complete({ ...stage, make: turnEvents(stage.now, `01990000-0000-7000-8000-0000000000f${i}`) }, {});
    return here;
  },
  ...moreScenes,
};

const scenes = { ...writableScenes, ...toReadOnlyScenes(writableScenes) };

export const sceneNames = Object.keys(scenes);

export function showScene(client: FakeClient, name: string, language: Language): string {
  const now = Date.now();
  const sessions = someSessions(language, now);
  client.setSessions(sessions);
  const stage: Stage = { client, say: texts[language], now, make: turnEvents(now) };
  const path = (scenes[name] ?? scenes['start'])?.(stage) ?? '/';
  const running = client.session(sessionId).turn !== null;
  const [first, ...others] = sessions;
  const { session: shown, deleted } = client.session(sessionId);
  if (deleted) client.setSessions(others);
  if (first && path === here && !deleted && (shown !== null || client.session(sessionId).phase === 'ready')) {
    const status = running
      ? /^(approval|question|plan|readOnlyApproval|readOnlyQuestion)/.test(name)
        ? 'waiting'
        : 'running'
      : 'idle';
    const { compaction, model = first.model } = stage;
    const session = { ...first, model, status, ...(compaction ? { compaction } : {}) } as const;
    client.setSessions([session, ...others]);
    client.setState(sessionId, { session });
  }
  return path;
}
