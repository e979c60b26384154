// A session of any length, with the work behind its answers, brought into a server as an archive of another one.
import { randomUUID } from 'node:crypto';
import {
  archiveFormat,
  type Message,
  type Session,
  type SessionArchive,
  type TrajectoryEntry,
  type Turn,
} from '@slipstream/protocol';

export type LongSession = { sessionId: string; messages: readonly { id: string; text: string }[] };

const usage = { inputTokens: 900, outputTokens: 240, reasoningTokens: 0, cachedTokens: 400 };
const callsInStep = 5;

/** `messages` are questions and answers in turns; `tools` are spread over the answers. */
export async function importLongSession(
  url: string,
  { messages, tools }: { messages: number; tools: number },
): Promise<LongSession> {
  const response = await fetch(`${url}/api/sessions/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toArchive(messages, tools)),
  });
  if (!response.ok) throw new Error(`The import was refused: ${await response.text()}`);
  const { id } = (await response.json()) as Session;
  return { sessionId: id, messages: await allMessages(url, id) };
}

async function allMessages(url: string, sessionId: string): Promise<{ id: string; text: string }[]> {
  const found: Message[] = [];
  for (let before: string | null = null; ; ) {
    const query: string = before === null ? '' : `&before=${before}`;
    const response = await fetch(`${url}/api/sessions/${sessionId}/messages?limit=100${query}`);
    const page = (await response.json()) as { messages: Message[]; nextCursor: string | null };
    found.unshift(...page.messages);
    before = page.messages[0]?.id ?? null;
    if (page.nextCursor === null || before === null) return found.map(({ id, text }) => ({ id, text }));
  }
}

function toArchive(count: number, tools: number): SessionArchive {
  const sessionId = randomUUID();
  const pairs = Math.ceil(count / 2);
  const messages: Message[] = [];
  const turns: SessionArchive['turns'] = [];
  let parentId: string | null = null;
  let given = 0;
  for (let n = 1; n <= pairs; n += 1) {
    const due: number = Math.round((tools * n) / pairs) - given;
    given += due;
    const [turnId, questionId, answerId] = [randomUUID(), randomUUID(), randomUUID()];
    const status = 'completed' as const;
    const base = { sessionId, turnId, attachments: [], siblings: [], status };
    const createdAt = at(n * 60);
    const asked: Message = {
      ...base,
      id: questionId,
      parentId,
      role: 'user',
      text: toQuestion(n),
      createdAt,
    };
    const steps = Math.ceil(due / callsInStep) + 1;
    const trace = { steps, tools: due, agents: 0, durationMs: 4200, byTool: { read_file: due } };
    const told = {
      ...base,
      id: answerId,
      parentId: questionId,
      role: 'assistant',
      text: toAnswer(n),
    } as const;
    messages.push(asked, { ...told, model: 'm', usage, trace, createdAt: at(n * 60 + 5) });
    const turn: Turn = {
      id: turnId,
      sessionId,
      userMessageId: questionId,
      assistantMessageId: answerId,
      status: 'completed',
      model: 'm',
      mode: 'default',
      channel: 'web',
      steps,
      usage,
      startedAt: createdAt,
      endedAt: at(n * 60 + 5),
    };
    turns.push({ turn, entries: toEntries(turnId, n, due, steps) });
    parentId = answerId;
  }
  const session: Session = {
    id: sessionId,
    title: `A session of ${count} messages`,
    model: 'm',
    mode: 'default',
    workspace: '',
    status: 'idle',
    pinned: false,
    archived: false,
    headId: parentId,
    messageCount: messages.length,
    createdAt: at(0),
    updatedAt: at(pairs * 60),
    usage,
  };
  return { format: archiveFormat, version: 1, exportedAt: at(0), session, messages, turns };
}

function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

function toEntries(turnId: string, n: number, calls: number, steps: number): TrajectoryEntry[] {
  const entries: TrajectoryEntry[] = [];
  const base = { turnId, startedAt: at(n * 60 + 1), status: 'ok' } as const;
  for (let step = 1; step <= steps; step += 1) {
    const stepId = randomUUID();
    const last = step === steps;
    const output = {
      text: last ? toAnswer(n) : 'Next I look at the files that this concerns.',
      reasoning: '',
      finishReason: last ? 'stop' : 'tool_calls',
    };
    const kept = { parentId: null, kind: 'step', name: 'm', input: { step }, durationMs: 1400 } as const;
    entries.push({
      ...base,
      ...kept,
      id: stepId,
      seq: entries.length + 1,
      output,
      usage: { ...usage, estimated: false },
    });
    for (let call = 0; call < callsInStep && (step - 1) * callsInStep + call < calls && !last; call += 1) {
      const callId = `call-${step}-${call}`;
      const path = `src/part-${n}/file-${call}.ts`;
      entries.push({
        ...base,
        id: randomUUID(),
        seq: entries.length + 1,
        parentId: stepId,
        kind: 'tool',
        name: 'read_file',
        input: { callId, step, title: `Read ${path}`, args: { path } },
        output: { text: `1\texport const part = ${n};\n`.repeat(12), truncated: false, bytes: 320 },
        durationMs: 12,
      });
    }
  }
  return entries;
}

function toQuestion(n: number): string {
  return `Question ${n}: what does part ${n} do, and who calls it?`;
}

/** Paragraphs, a list, and in each third one some code. */
function toAnswer(n: number): string {
  const sentence = `Part ${n} reads its settings once and keeps them, so a second call costs nothing. `;
  const code =
    n % 3 === 0 ? `\n\`\`\`ts\nexport const part${n} = read({ once: true, size: ${n} });\n\`\`\`\n` : '';
  return [
    `Answer ${n}: **part ${n}** is called from \`main.ts\`.`,
    sentence.repeat(1 + (n % 5)),
    `- it opens \`file-${n}.ts\`\n- it checks the *version*\n- it gives the rows back in order`,
    `${sentence.repeat(1 + (n % 3))}${code}`,
  ].join('\n\n');
}
