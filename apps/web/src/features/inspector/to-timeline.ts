// The stored work of a turn as rows on one time axis. A row is a model call, a tool call or a sub-agent; its time is cut
// into what it was spent on: the model, the tool, waiting for a person, waiting to try again. Pure.
import {
  type AgentInput,
  type HurriedInput,
  hurriedName,
  type RetryInput,
  type StepInput,
  type ToolInput,
  type Trajectory,
  type TrajectoryEntry,
} from '@slipstream/protocol';

export type Spent = 'model' | 'tool' | 'approval' | 'retry';
export type Segment = { kind: Spent; from: number; to: number };

/** Times are milliseconds since the turn began. */
export type TimelineRow = {
  id: string;
  kind: 'step' | 'tool' | 'agent';
  entry: TrajectoryEntry;
  depth: number;
  /** The sub-agent whose row it is; null for the main agent's. */
  agentId: string | null;
  from: number;
  to: number;
  segments: readonly Segment[];
  failed: boolean;
  slow: boolean;
  retries: number;
};

export type Timeline = {
  rows: readonly TimelineRow[];
  totalMs: number;
  spent: Readonly<Record<Spent, number>>;
};

export type RowFilter = { only: 'all' | 'failed' | 'slow'; find: string };

const failedStatuses: readonly string[] = ['error', 'denied', 'unknown'];
/** A row is slow from here on, and from this share of its turn on. */
const slowMs = 1000;
const slowShare = 0.1;

/** `now`: where what still runs ends, in epoch milliseconds. */
export function toTimeline({ turn, entries }: Trajectory, now: number): Timeline {
  const start = Date.parse(turn.startedAt ?? entries[0]?.startedAt ?? new Date(now).toISOString());
  const ended = turn.endedAt === null ? now : Date.parse(turn.endedAt);
  const at = (entry: TrajectoryEntry) => Date.parse(entry.startedAt) - start;
  const endOf = (entry: TrajectoryEntry) =>
    entry.durationMs === null ? ended - start : at(entry) + entry.durationMs;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const childrenOf = (id: string, kind: TrajectoryEntry['kind']) =>
    entries.filter((entry) => entry.parentId === id && entry.kind === kind);
  const ends = entries.map(endOf);
  const totalMs = Math.max(1, ended - start, ...ends);

  const rows = entries.flatMap((entry): TimelineRow[] => {
    const { id, kind } = entry;
    if (kind !== 'step' && kind !== 'tool' && kind !== 'agent') return [];
    const from = at(entry);
    let to = endOf(entry);
    const waits: Segment[] = [];
    const noted = childrenOf(id, 'retry');
    const retries = noted.filter(({ name }) => name !== hurriedName);
    const hurried = noted
      .filter(({ name }) => name === hurriedName)
      .map(({ input }) => input as HurriedInput);
    if (kind === 'step') {
      // What its tools took is theirs.
      const firstTool = Math.min(...childrenOf(id, 'tool').map(at));
      to = Math.max(from, Math.min(to, firstTool));
      for (const retry of retries) {
        const { delayMs, attempt } = retry.input as RetryInput;
        const waitedMs = hurried.find((each) => each.attempt === attempt)?.waitedMs ?? delayMs;
        waits.push({ kind: 'retry', from: at(retry), to: at(retry) + waitedMs });
      }
    }
    if (kind === 'tool')
      for (const asked of childrenOf(id, 'approval'))
        waits.push({ kind: 'approval', from: at(asked), to: endOf(asked) });
    const took = to - from;
    return [
      {
        id,
        kind,
        entry,
        depth: depthOf(entry, byId),
        agentId: agentOf(entry, byId),
        from,
        to,
        segments: kind === 'agent' ? [] : cut(kind === 'step' ? 'model' : 'tool', from, to, waits),
        failed: failedStatuses.includes(entry.status) || retries.length > 0,
        slow: took >= slowMs && took >= totalMs * slowShare,
        retries: retries.length,
      },
    ];
  });
  return { rows, totalMs, spent: sumOf(rows) };
}

/** The time from `from` to `to`, with the waits within it cut out. */
function cut(kind: Spent, from: number, to: number, waits: readonly Segment[]): Segment[] {
  const segments: Segment[] = [];
  let done = from;
  for (const wait of waits.toSorted((a, b) => a.from - b.from)) {
    const [start, end] = [Math.max(done, wait.from), Math.min(to, wait.to)];
    if (end <= start) continue;
    if (start > done) segments.push({ kind, from: done, to: start });
    segments.push({ ...wait, from: start, to: end });
    done = end;
  }
  if (to > done || segments.length === 0) segments.push({ kind, from: done, to });
  return segments;
}

function sumOf(rows: readonly TimelineRow[]): Record<Spent, number> {
  const spent = { model: 0, tool: 0, approval: 0, retry: 0 };
  for (const { kind, from, to } of rows.flatMap((row) => row.segments)) spent[kind] += to - from;
  return spent;
}

function depthOf(entry: TrajectoryEntry, byId: ReadonlyMap<string, TrajectoryEntry>): number {
  let depth = 0;
  for (let at = parentOf(entry, byId); at; at = parentOf(at, byId)) depth += 1;
  return depth;
}

function agentOf(entry: TrajectoryEntry, byId: ReadonlyMap<string, TrajectoryEntry>): string | null {
  for (let at = parentOf(entry, byId); at; at = parentOf(at, byId))
    if (at.kind === 'agent') return (at.input as AgentInput).agentId;
  return null;
}

function parentOf(entry: TrajectoryEntry, byId: ReadonlyMap<string, TrajectoryEntry>) {
  return entry.parentId === null ? undefined : byId.get(entry.parentId);
}

/** The rows that the filter leaves; what is looked for may be in arguments, output or what the model said. */
export function filterRows(rows: readonly TimelineRow[], { only, find }: RowFilter): TimelineRow[] {
  const wanted = find.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (only === 'all' || (only === 'failed' ? row.failed : row.slow)) &&
      (wanted === '' || textOf(row.entry).toLowerCase().includes(wanted)),
  );
}

function textOf({ name, input, output }: TrajectoryEntry): string {
  return [name, ...stringsIn(input), ...stringsIn(output)].join('\n');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

export function stepOf(row: TimelineRow): number {
  return (row.entry.input as StepInput).step;
}

export function callIdOf(row: TimelineRow): string {
  return (row.entry.input as ToolInput).callId;
}
