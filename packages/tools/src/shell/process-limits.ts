// What each process in a sandbox may take at most, set by a shell in front of the command and passed on to all that it
// starts. None of it can be raised again inside.

export type ProcessLimits = {
  /** Address space of one process, in bytes; 0 for no limit. */
  maxProcessBytes: number;
  /** Size of one file, in bytes. */
  maxFileBytes: number;
  /** Processes and threads of the sandbox. Linux counts none for a server that runs as root. */
  maxProcesses: number;
};

export const defaultProcessLimits: ProcessLimits = {
  maxProcessBytes: 8 * 1024 ** 3,
  maxFileBytes: 8 * 1024 ** 3,
  maxProcesses: 4096,
};

/** Lines of a bash script. A limit that is already lower stays; where memory runs out, these processes go first. */
export function toLimitScript(limits: ProcessLimits): string {
  const kibibytes = (bytes: number) => Math.max(1, Math.floor(bytes / 1024));
  const memory = limits.maxProcessBytes > 0 ? [`ulimit -v ${kibibytes(limits.maxProcessBytes)}`] : [];
  const lines = [
    'ulimit -c 0',
    `ulimit -f ${kibibytes(limits.maxFileBytes)}`,
    `ulimit -u ${limits.maxProcesses}`,
    ...memory,
    'echo 1000 > /proc/self/oom_score_adj',
  ];
  return `{\n${lines.join('\n')}\n} 2>/dev/null\n`;
}
