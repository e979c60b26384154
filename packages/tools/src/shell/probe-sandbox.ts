// Finds out whether commands can be sandboxed here, by running the full profile once and looking at what it really
// confines: a program that is installed proves nothing, containers and hardened kernels refuse parts of it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdtemp, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callMarkerName, toCommandEnvironment } from './command-environment.ts';
import { type Bubblewrap, toSandboxArguments } from './sandbox-profile.ts';
import type { SandboxState } from './sandbox-state.ts';
import { readSandboxStatus, type SandboxInfo, statusArguments } from './sandbox-status.ts';
import { toSystemArguments } from './system-folders.ts';

const probeMs = 10_000;

/** Says `ok` when everything holds, else what does not. Runs inside, in the workspace, with a forbidden file as $1. */
const script = `
: > "$PWD/written" || echo 'the workspace cannot be written'
( : > /usr/.slipstream-probe ) 2>/dev/null && echo 'the system can be written'
( : > /slipstream-probe ) 2>/dev/null && echo 'the root can be written'
[ -e "$1" ] && echo 'files outside the workspace can be seen'
[ -r /proc/1/environ ] && while IFS= read -r -d '' entry; do echo "env \${entry%%=*}"; done < /proc/1/environ
echo ok
`;

/** Never rejects. `environment` is the server's; bubblewrap is looked for on its PATH. */
export async function probeSandbox(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<SandboxState> {
  if (process.platform !== 'linux') return none(`not supported on ${process.platform}`);
  const path = await findProgram('bwrap', environment['PATH'] ?? '');
  if (path === undefined) return none('bubblewrap is not installed');
  const system = await toSystemArguments();
  let reason = '';
  for (const ownProc of [true, false]) {
    const sandbox: Bubblewrap = { kind: 'bubblewrap', path, system, ownProc };
    const problem = await tryOut(sandbox, environment).catch((error: unknown) => String(error));
    if (problem === undefined) return sandbox;
    reason ||= problem;
  }
  return none(`bubblewrap does not work here: ${reason}`);
}

function none(reason: string): SandboxState {
  return { kind: 'none', reason };
}

/** What does not hold, undefined when everything does. */
async function tryOut(
  sandbox: Bubblewrap,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'slipstream-probe-')));
  const forbidden = await realpath(await mkdtemp(join(tmpdir(), 'slipstream-probe-')));
  try {
    await writeFile(join(forbidden, 'secret'), '');
    const profile = { workspace: folder, access: 'write', network: 'off', hidden: [], readable: [] } as const;
    const clean = toCommandEnvironment(environment, 'sandbox', randomUUID());
    const args = [...statusArguments, ...(await toSandboxArguments(sandbox, profile))];
    const child = spawn(sandbox.path, [...args, 'bash', '-c', script, 'probe', join(forbidden, 'secret')], {
      cwd: '/',
      env: clean,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      signal: AbortSignal.timeout(probeMs),
      killSignal: 'SIGKILL',
    });
    const { info } = readSandboxStatus(child.stdio[3]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve());
    });
    return await judge(await info, output.split('\n'), clean);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(forbidden, { recursive: true, force: true });
  }
}

async function judge(
  info: SandboxInfo | undefined,
  lines: readonly string[],
  clean: Record<string, string>,
): Promise<string | undefined> {
  const said = lines.filter((line) => line !== '');
  if (!info || said.at(-1) !== 'ok') return said.at(-1) ?? 'it says nothing';
  if ((await readlink('/proc/self/ns/pid')) === `pid:[${info.pidNamespace}]`)
    return 'processes are not separated';
  if ((await readlink('/proc/self/ns/net')) === `net:[${info.networkNamespace}]`)
    return 'the network is not separated';
  for (const line of said.slice(0, -1)) {
    if (!line.startsWith('env ')) return line;
    if (!(line.slice(4) in clean) && line !== `env ${callMarkerName}`)
      return `the server's ${line.slice(4)} can be seen`;
  }
  return undefined;
}

async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(':')) {
    if (!folder.startsWith('/')) continue;
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return realpath(path);
  }
  return undefined;
}
