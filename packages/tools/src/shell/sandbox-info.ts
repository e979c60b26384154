// What bubblewrap tells about a sandbox once it stands (`--info-fd`): proof that it was made, and its numbers.
import type { Readable, Writable } from 'node:stream';

/** `reaper` is the sandbox's first process as seen from outside; the namespaces are the kernel's inode numbers. */
export type SandboxInfo = { reaper: number; pidNamespace: number; networkNamespace: number | undefined };

/** Undefined when the stream ends before everything was told: then there is no sandbox. */
export function readSandboxInfo(
  stream: Readable | Writable | null | undefined,
): Promise<SandboxInfo | undefined> {
  return new Promise((resolve) => {
    if (!stream || !('read' in stream)) return resolve(undefined);
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const info = parse(text);
      if (info) resolve(info);
    });
    stream.on('error', () => resolve(undefined));
    stream.on('close', () => resolve(undefined));
  });
}

function parse(text: string): SandboxInfo | undefined {
  try {
    const told = JSON.parse(text) as Record<string, unknown>;
    const reaper = told['child-pid'];
    const pidNamespace = told['pid-namespace'];
    const network = told['net-namespace'];
    if (typeof reaper !== 'number' || typeof pidNamespace !== 'number') return undefined;
    return { reaper, pidNamespace, networkNamespace: typeof network === 'number' ? network : undefined };
  } catch {
    return undefined;
  }
}
