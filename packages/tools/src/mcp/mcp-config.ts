// What the server's owner says of an MCP server. Checked already; this package reads no file and no environment.

export type McpServerConfig = {
  /** Stands before the names of its tools. */
  name: string;
  /** How long one call may take; the tools' default where it is missing. */
  timeoutMs?: number;
  /** Whether the owner lets tools that say of themselves that they only read run without asking: all, or the named. */
  trustReadOnly?: boolean | readonly string[];
} & (McpProgram | McpAddress);

export type McpProgram = {
  kind: 'stdio';
  command: string;
  args: readonly string[];
  /** Laid over the few harmless variables that every program gets. */
  env: Readonly<Record<string, string>>;
  /** False: it runs with all rights of the server's user, also where there is a sandbox. */
  sandbox: boolean;
  /** Only means something in a sandbox. */
  network: 'off' | 'on';
  /** Folders that it may read in the sandbox on top of the system's and the workspace. */
  readable: readonly string[];
};

export type McpAddress = { kind: 'http'; url: string; headers: Readonly<Record<string, string>> };

/**
 * `stopped`: not begun yet, or ended with the server. `failed`: it will be tried again. `problem` says what happened, also
 * while it is being tried again.
 */
export type McpServerState = {
  name: string;
  state: 'stopped' | 'starting' | 'ready' | 'failed';
  /** The names of its tools as the model sees them. */
  tools: readonly string[];
  problem: string | undefined;
};
