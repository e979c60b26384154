// The process with the clients of the relay benchmarks, and one run of them at a time.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Job, Outcome } from './clients.ts';
import type { Service } from './processes.ts';

export function startClients(): ChildProcess {
  return fork(new URL('clients.ts', import.meta.url), { stdio: 'inherit' });
}

/** Rejects when the run failed. */
export async function runJob(clients: ChildProcess, job: Job): Promise<Outcome> {
  clients.send(job);
  const [answer] = (await once(clients, 'message')) as [{ outcome?: Outcome; error?: string }];
  if (!answer.outcome) throw new Error(answer.error);
  return answer.outcome;
}

/** How late the upstream's 99th percentile token was since this was asked for the last time, milliseconds. */
export async function latenessOf(upstream: Service): Promise<number> {
  return ((await (await fetch(upstream.url)).json()) as { p99: number }).p99;
}
