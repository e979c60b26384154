// The sub-agents of one run that work while it goes on: started, listed, written to, waited for, ended. Their
// conclusions are kept until the model has them.
import { sleep } from '../clock.ts';
import type { AgentDefinition } from './agent-definition.ts';
import {
  assertRoom,
  type ChildEnd,
  type ChildParent,
  type ChildTask,
  describeEnd,
  runChild,
} from './run-child.ts';

export type BackgroundAgent = {
  /** How the model names it: `explore-1`. */
  readonly name: string;
  readonly description: string;
  readonly state: 'running' | 'ended';
};

export type Background = {
  /** Gives its name at once. Throws `busy` when too many are at work. */
  start(task: Omit<ChildTask, 'joining'>): string;
  list(): readonly BackgroundAgent[];
  /** False when there is none of this name that runs. */
  send(name: string, text: string): boolean;
  /** Resolves when all of them have ended, when the time is over (milliseconds), or when the signal aborts. */
  settled(names: readonly string[], signal: AbortSignal, timeoutMs: number): Promise<void>;
  /** What came of one that has ended; the model has it then. */
  take(name: string): { output: string; isError: boolean } | undefined;
  /** Resolves when it has ended. False when there is none of this name that runs. */
  kill(name: string): Promise<boolean>;
  /** Ends all; resolves when they have ended. */
  end(): Promise<void>;
  /** In words for a model that has ended: who still works, and what it has not read yet. */
  unfinished(): string | undefined;
};

type Entry = {
  definition: AgentDefinition;
  description: string;
  mail: string[];
  controller: AbortController;
  done: Promise<void>;
  end: ChildEnd | undefined;
  taken: boolean;
};

/** `signal` is the run's: they outlive the call that started them, and not the run. */
export function createBackground(parent: ChildParent, signal: AbortSignal): Background {
  const entries = new Map<string, Entry>();
  const running = () => [...entries].filter(([, entry]) => !entry.end);

  const take = (name: string) => {
    const entry = entries.get(name);
    if (!entry?.end) return undefined;
    entry.taken = true;
    return describeEnd(entry.definition.name, entry.end);
  };

  return {
    start(task) {
      assertRoom(parent.team);
      const { definition, description } = task;
      const name = `${definition.name}-${entries.size + 1}`;
      const controller = new AbortController();
      const mail: string[] = [];
      const entry: Entry = {
        ...{ definition, description, mail, controller },
        done: Promise.resolve(),
        end: undefined,
        taken: false,
      };
      entries.set(name, entry);
      const joining = () => mail.splice(0);
      entry.done = runChild({ ...task, joining }, parent, AbortSignal.any([signal, controller.signal])).then(
        (end) => {
          entry.end = end;
        },
        (thrown: unknown) => {
          const problem = thrown instanceof Error ? thrown.message : String(thrown);
          entry.end = { status: 'failed', text: '', steps: 0, problem, stoppedAlone: false };
        },
      );
      return name;
    },
    list: () =>
      [...entries].map(([name, { description, end }]) => ({
        ...{ name, description },
        state: end ? 'ended' : 'running',
      })),
    send(name, text) {
      const entry = entries.get(name);
      if (!entry || entry.end) return false;
      entry.mail.push(text);
      return true;
    },
    async settled(names, waiting, timeoutMs) {
      const over = new AbortController();
      const patience = sleep(parent.deps.clock, timeoutMs, AbortSignal.any([waiting, over.signal]));
      await Promise.race([
        Promise.all(names.map((name) => entries.get(name)?.done)),
        patience.catch(() => undefined),
      ]);
      over.abort();
    },
    take,
    async kill(name) {
      const entry = entries.get(name);
      if (!entry || entry.end) return false;
      entry.controller.abort(new Error('ended by the agent that started it'));
      await entry.done;
      return true;
    },
    async end() {
      const left = running();
      for (const [, { controller }] of left) controller.abort(new Error('its agent has ended'));
      await Promise.all(left.map(([, { done }]) => done));
    },
    unfinished() {
      const left = running();
      const untold = [...entries].filter(([, { end, taken }]) => end && !taken);
      if (left.length === 0 && untold.length === 0) return undefined;
      const lines = untold.map(([name]) => `${name} has ended:\n${take(name)?.output ?? ''}`);
      if (left.length > 0)
        lines.push(
          `These sub-agents still work: ${left.map(([name, { description }]) => `${name} (${description})`).join(', ')}. They end with your answer. Wait for them with agent_wait, or end them with agent_kill; then give your answer.`,
        );
      else lines.push('Take this into account, then give your whole answer.');
      return `[A note from the server, not from the user.]\n${lines.join('\n\n')}`;
    },
  };
}
