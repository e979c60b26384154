// What bubblewrap tells about a sandbox (`--json-status-fd`): its numbers once it was begun, and an exit code only
// when the command in it was really started. That is how its own failures are told from the command's.
import type { Readable, Writable } from 'node:stream';

/** `reaper` is the sandbox's first process as seen from outside; the namespaces are the kernel's inode numbers. */
export type SandboxInfo = { reaper: number; pidNamespace: number; networkNamespace: number | undefined };

/** `info` is undefined where the sandbox was not even begun; `hasRun` tells whether the command was started. */
export type SandboxStatus = { info: Promise<SandboxInfo | undefined>; hasRun: Promise<boolean> };

/** Where bubblewrap writes it: the child's fourth descriptor. */
export const statusArguments = ['--json-status-fd', '3'] as const;

export function readSandboxStatus(stream: Readable | Writable | null | undefined): SandboxStatus {
  const info = Promise.withResolvers<SandboxInfo | undefined>();
  const hasRun = Promise.withResolvers<boolean>();
  if (!stream || !('read' in stream)) {
    info.resolve(undefined);
    hasRun.resolve(false);
    return { info: info.promise, hasRun: hasRun.promise };
  }
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString('latin1')).split('\n');
    text = lines.pop() ?? '';
    for (const told of lines.map(parse)) {
      const begun = toInfo(told);
      if (begun) info.resolve(begun);
      if (typeof told['exit-code'] === 'number') hasRun.resolve(true);
    }
  });
  stream.on('error', () => undefined);
  stream.on('close', () => {
    info.resolve(undefined);
    hasRun.resolve(false);
  });
  return { info: info.promise, hasRun: hasRun.promise };
}

function parse(line: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(line) as object) };
  } catch {
    return {};
  }
}

function toInfo(told: Record<string, unknown>): SandboxInfo | undefined {
  const reaper = told['child-pid'];
  const pidNamespace = told['pid-namespace'];
  const network = told['net-namespace'];
  if (typeof reaper !== 'number' || typeof pidNamespace !== 'number') return undefined;
  return { reaper, pidNamespace, networkNamespace: typeof network === 'number' ? network : undefined };
}
