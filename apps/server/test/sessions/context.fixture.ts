// Conversations whose requests are looked at: saying something, and a model that knows nothing but what it is sent.
import type { ModelRequest } from '@slipstream/agent';
import { type createScriptedModel, type ModelScript, reply } from '@slipstream/testkit';
import { type createBench, createReader, send } from './create-bench.ts';

export type Bench = Awaited<ReturnType<typeof createBench>>;

export async function say(bench: Bench, n: number, text: string) {
  const reader = await createReader(bench.sessions);
  const ended = reader.next('turn.finished');
  await send(bench.sessions, n, text);
  const end = await ended;
  reader.end();
  return { end, events: reader.events };
}

export const isFolding = ({ system }: ModelRequest) => system.startsWith('You fold');
export const lastUser = ({ messages }: ModelRequest) =>
  messages.findLast(({ role }) => role === 'user')?.text ?? '';
export const requestsOf = (bench: Bench) => (bench.model as ReturnType<typeof createScriptedModel>).calls;

/** Remembers what the prompt tells and answers from it alone; folds by keeping the lines with a code in them. */
export const attentive: Extract<ModelScript, (...given: never[]) => unknown> = ({ request }) => {
  const all = request.messages.map(({ text }) => text).join('\n');
  if (isFolding(request)) {
    const kept = [...new Set(all.split('\n').filter((line) => /the code is \w+/.test(line)))];
    return [reply.text(['## Facts', ...kept].join('\n'))];
  }
  const asked = lastUser(request);
  if (!asked.endsWith('What is the code?')) return [reply.text('Noted.')];
  return [reply.text(/the code is (\w+)/.exec(all)?.[1] ?? 'I do not know.')];
};
