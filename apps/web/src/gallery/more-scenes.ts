// The states that are about the way to an answer more than about the answer: connections, failures, questions, lists.
import type { FailureFacts, ModelErrorKind, SessionCompaction } from '@slipstream/protocol';
import { realModels, sessionId } from '../testing/records.ts';
import { complete, here, type Stage, work } from './stage.ts';

function failed(stage: Stage, kind: ModelErrorKind, facts: Partial<FailureFacts> = {}) {
  const { client, make, say } = stage;
  client.setModels(realModels);
  stage.model = 'gpt-5';
  const all = {
    what: 'key_refused',
    host: 'api.example.com',
    model: 'gpt-5',
    keyName: 'OPENAI_API_KEY',
    urlName: 'OPENAI_BASE_URL',
    words: '',
    ...facts,
  } as const;
  client.play(sessionId, [
    make.started(say.ask, -4000),
    make.step(1, -3000),
    make.finished(
      {
        status: 'failed',
        model: 'gpt-5',
        text: '',
        error: { kind, message: '', retryable: true, facts: all },
      },
      900,
    ),
  ]);
  return here;
}

const links = `| Source | About |
|---|---|
| [MDN](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Date/getDay) | \`getDay()\` |
| https://tc39.es/ecma262/#sec-date.prototype.getday | 规范 |

1. [文档 · the documentation](https://nodejs.org/api/) says so, and [README.md](https://github.com/example/nightly/blob/main/README.md) does, too.
2. Log in at [bank.example.com](https://evil.example/login?next=1) first, or at [аpple.com](https://xn--pple-43d.com/).
3. [A long name](https://a-very-long-name-of-a-host.with-many-parts.of-which-each-is-long.example.com/x) wraps; write to [Ann](mailto:ann@example.com).`;

export const moreScenes: Record<string, (stage: Stage) => string> = {
  empty: ({ client }) => {
    client.setModels(realModels);
    client.setState(sessionId, { phase: 'ready' });
    return here;
  },
  noChats: ({ client }) => {
    client.setModels(realModels);
    client.setSessions([]);
    return '/';
  },
  listFailed: ({ client }) => {
    client.setSessions([], 'error');
    return '/';
  },
  connecting: ({ client }) => {
    client.setConnection({ phase: 'connecting', retryAt: null });
    client.setSessions([], 'loading');
    client.setState(sessionId, { phase: 'loading', session: null });
    return here;
  },
  reconnecting: (stage) => {
    stage.client.play(sessionId, work(stage));
    stage.client.setConnection({ phase: 'reconnecting', retryAt: Date.now() + 600_000 });
    return here;
  },
  deleted: ({ client }) => {
    client.setState(sessionId, { phase: 'ready', deleted: true });
    return here;
  },
  missing: () => '/s/no-such-chat',
  failedKey: (stage) => failed(stage, 'auth', { status: 401, words: 'Incorrect API key provided: sk-…9f2.' }),
  rateLimited: (stage) =>
    failed(stage, 'rate_limit', {
      what: 'rate_limit',
      status: 429,
      words: 'Rate limit reached for requests.',
    }),
  unreachable: (stage) => failed(stage, 'network', { what: 'network', words: 'connect ECONNREFUSED' }),
  cutOff: (stage) => {
    complete(stage, { status: 'length', text: stage.say.words });
    return here;
  },
  filtered: (stage) => {
    stage.client.setModels(realModels);
    stage.model = 'gpt-5';
    complete(stage, { status: 'content_filter', model: 'gpt-5', text: stage.say.words });
    return here;
  },
  queuePaused: (stage) => {
    complete(stage, { status: 'cancelled', text: stage.say.words });
    stage.client.setState(sessionId, {
      queuePaused: true,
      queue: [
        { messageId: 'q1', text: stage.say.next, turnId: 't2' },
        { messageId: 'q2', text: stage.say.ask, turnId: 't3' },
      ],
    });
    return here;
  },
  question: ({ client, make, say }) => {
    const args = { question: say.choose, choices: ['npm', 'pnpm', 'yarn'], multiple: false };
    client.play(sessionId, [
      make.started(say.ask, -9000),
      make.step(1, -8000),
      make.call(1, '1', 'ask_user', args, -6000),
      make.ask('1', 'ask_user', say.reason),
    ]);
    return here;
  },
  plan: ({ client, make, say }) => {
    client.play(sessionId, [
      make.started(say.ask, -9000),
      make.step(1, -8000),
      make.call(1, '1', 'plan_ready', { plan: say.plan }, -6000),
      make.ask('1', 'plan_ready', say.reason, say.plan),
    ]);
    return here;
  },
  links: (stage) => {
    complete(stage, { text: links });
    return here;
  },
  folded: (stage) => {
    complete(stage, {});
    const compaction: SessionCompaction = {
      id: 'c1',
      throughId: stage.client.session(sessionId).messages.at(-1)?.id ?? '',
      messages: 12,
      beforeTokens: 84_000,
      afterTokens: 3100,
    };
    stage.compaction = compaction;
    return here;
  },
};
