// The short record of an answer's work, made by code from the turn's events and never by a model: what changed, what
// ran and how it ended, what sub-agents concluded, what failed. Later prompts have it with the answer, so that the
// model knows what it did without the output of its tools.
import type { AgentEvent, Digest, Message } from '@slipstream/protocol';
import { toOneLine } from './one-line.ts';
import { wrap } from './turn-prompt.ts';

export type DigestMaker = {
  observe(event: AgentEvent): void;
  /** Undefined where there is nothing to tell. */
  result(): Digest | undefined;
};

const maxListed = 10;
const maxText = 1500;
const maxFiles = 40;

type Changed = { times: number; added: number; removed: number };
type Started = { name: string; args: Record<string, unknown>; nested: boolean };

const changing = new Set(['write_file', 'edit_file']);

export function createDigest(): DigestMaker {
  const calls = new Map<string, Started>();
  const changed = new Map<string, Changed>();
  const files = new Set<string>();
  const commands: string[] = [];
  const agents: string[] = [];
  const failed: string[] = [];
  const withAgents = new Set<string>();

  return {
    observe(event) {
      const nested = event.agent !== undefined;
      if (event.agent) withAgents.add(event.agent.callId);
      if (event.type === 'tool.started') {
        calls.set(keyOf(event), { name: event.name, args: event.args, nested });
        return;
      }
      if (event.type !== 'tool.finished') return;
      const call = calls.get(keyOf(event));
      if (!call) return;
      const { name, args } = call;
      const path = textOf(args, 'path');
      if (path !== '' && files.size < maxFiles && event.status === 'ok') files.add(path);
      if (name === 'bash') commands.push(`${quote(textOf(args, 'command'), 100)} ${toEnding(event.output)}`);
      else if (withAgents.has(event.callId) && !nested)
        agents.push(`${textOf(args, 'agent') || name}: ${quote(event.output, 200)}`);
      else if (event.status !== 'ok') failed.push(`${name} (${event.status}: ${quote(event.output, 100)})`);
      else if (changing.has(name) && path !== '') {
        const before = changed.get(path) ?? { times: 0, added: 0, removed: 0 };
        const { added, removed } = countLines(event.output);
        changed.set(path, {
          times: before.times + 1,
          added: before.added + added,
          removed: before.removed + removed,
        });
      }
    },
    result() {
      const edits = [...changed].map(([path, { times, added, removed }]) => {
        const lines = added + removed > 0 ? `, +${added} −${removed} lines` : '';
        return `${toOneLine(path, 120)} (${times}×${lines})`;
      });
      const parts = [
        toPart('Files changed', edits),
        toPart('Commands', commands),
        toPart('Sub-agents', agents),
        toPart('Failed', failed),
      ].filter((part) => part !== '');
      if (parts.length === 0 && files.size === 0) return undefined;
      const text = parts.join(' ');
      return {
        text: text.length > maxText ? `${text.slice(0, maxText).toWellFormed()}…` : text,
        files: [...files],
      };
    },
  };
}

/** What stands after an answer in later prompts; empty where there is no record. */
export function toRecordText({ digest }: Pick<Message, 'digest'>): string {
  if (!digest || digest.text === '') return '';
  return wrap('record', 'What the program recorded of the work behind your last answer.', digest.text);
}

function keyOf(event: { agent?: { id: string } | undefined; callId: string }): string {
  return `${event.agent?.id ?? ''}/${event.callId}`;
}

function textOf(args: Record<string, unknown>, key: string): string {
  const value = args[key];
  return typeof value === 'string' ? value : '';
}

function toPart(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const more = items.length > maxListed ? `; and ${items.length - maxListed} more before them` : '';
  return `${title}: ${items.slice(-maxListed).join('; ')}${more}.`;
}

/** How a command ended, as its tool says in the last line: `[exit code 0]`. */
function toEnding(output: string): string {
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  return /^\[.*\]$/.test(last) ? toOneLine(last, 100) : '[not run]';
}

/** Lines of a unified diff in the output. */
function countLines(output: string): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  if (output.includes('\n@@ '))
    for (const line of output.split('\n')) {
      if (/^\+(?!\+\+ )/.test(line)) added += 1;
      else if (/^-(?!-- )/.test(line)) removed += 1;
    }
  return { added, removed };
}

function quote(text: string, length: number): string {
  return `“${toOneLine(text, length)}”`;
}
