// What scenes are made of: a fake client, words in the page's language, and a turn with a bit of everything.
import type { AgentEvent, Message, SessionCompaction } from '@slipstream/protocol';
import type { Language } from '../i18n/i18n.ts';
import type { FakeClient } from '../testing/fake-client.ts';
import { sessionId, type turnEvents } from '../testing/records.ts';
import { listing, patch, type texts } from './texts.ts';
import { toTrajectory } from './trajectory.ts';
import { fillWorkspace } from './workspace.ts';

export type Stage = {
  client: FakeClient;
  say: (typeof texts)[Language];
  now: number;
  make: ReturnType<typeof turnEvents>;
  /** The fold that the session has in the end. */
  compaction?: SessionCompaction;
  /** The chat's model where it is not the demo. */
  model?: string;
};

export const here = `/s/${sessionId}`;

/** Pictures that any address of the gallery stands for. */
const images = [{ id: 'icon', mediaType: 'image/png', bytes: 12_000 }];

/** A turn with tools of every ending, up to its last step. */
export function work({ make, say }: Stage): AgentEvent[] {
  return [
    make.started(say.ask, -41_000),
    make.step(1, -40_000),
    make.think(1, say.think),
    make.call(1, '1', 'list_directory', { path: '.' }, -38_000),
    make.call(1, '2', 'grep', { pattern: 'getDay', path: 'src' }, -38_000),
    make.result('1', listing, 12),
    make.result('2', 'src/nightly/report.ts:15:  return names[date.getDay() - 1];', 31),
    make.stepDone(1),
    make.step(2, -36_000),
    make.say(2, say.words),
    make.call(2, '3', 'read_file', { path: 'src/nightly/report.ts' }, -34_000),
    make.result('3', '1\timport { mail } from "../mail.ts";\n2\t…', 8),
    make.call(2, '4', 'read_file', { path: 'src/nightly/reprot.test.ts' }, -34_000),
    make.result('4', '"src/nightly/reprot.test.ts" does not exist.', 3, 'error'),
    make.call(2, '7', 'read_file', { path: 'docs/chart.png' }, -33_000),
    { ...make.result('7', '[image image/png, 12 kB]', 5), images } as AgentEvent,
    make.stepDone(2),
    make.step(3, -30_000),
    make.call(3, '5', 'edit_file', { path: 'src/nightly/report.ts', old: 'a', new: 'b' }, -29_000),
    make.ask('5', 'edit_file', say.reason, patch),
    make.answered('5', 'allow_session', say.note),
    make.result('5', patch, 18),
    make.stepDone(3),
    make.step(4, -20_000),
    make.retry(4, 2000, '429 Too Many Requests: rate limit reached for requests', -19_000),
    make.call(4, '6', 'bash', { command: 'npm test -- --run src/nightly' }, -17_000),
    make.ask('6', 'bash', say.reason),
    make.answered('6', 'allow_once'),
  ];
}

export const testRun =
  ' RUN  v5.1.2 /home/ana/nightly\n\n \u001b[32m✓\u001b[39m src/nightly/report.test.ts (7 tests) 41ms\n';

export function complete(stage: Stage, changes: Partial<Message>) {
  const { client, make, say } = stage;
  client.trajectory = async () => toTrajectory(say.words);
  client.attachmentUrl = () => '/icon-192.png';
  client.workspaceUrl = () => '/icon-192.png?';
  fillWorkspace(client.workspace);
  client.play(sessionId, [
    ...work(stage),
    make.result('6', `${testRun}\n Test Files  1 passed (1)\n      Tests  7 passed (7)`, 9120),
    make.stepDone(4),
    make.step(5, -4000),
    make.say(5, changes.text ?? say.answer),
    make.stepDone(5),
    make.finished({ text: say.answer, ...changes }, 38_400),
  ]);
}
