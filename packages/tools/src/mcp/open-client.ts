// Opens one connection to an MCP server: the transport, the handshake, the first list of its tools. Offers the server
// nothing of ours (no sampling, no elicitation, no roots).
import {
  Client,
  ProtocolError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Clock } from '@slipstream/agent';
import { toBoundary } from '../boundary/boundary.ts';
import { callMarkerName } from '../shell/command-environment.ts';
import { toLaunch } from '../shell/launch.ts';
import type { ProcessLimits } from '../shell/process-limits.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { toCleanText } from './clean-text.ts';
import { toConnectProblem } from './connect-problem.ts';
import type { McpProgram, McpServerConfig } from './mcp-config.ts';
import { createStdioTransport } from './stdio-transport.ts';
import type { ListedTool } from './to-tool.ts';

export type McpSurroundings = Pick<ToolSettings, 'sandbox' | 'hidden' | 'environment'> & {
  clock: Clock;
  workspace: string;
  version: string;
  /** Of programs in the sandbox; the usual ones where they are left out. */
  processLimits?: ProcessLimits | undefined;
};

export type OpenOptions = {
  signal: AbortSignal;
  timeoutMs: number;
  /** The server ended at the first question of the newer protocol: spare it that. */
  legacy: boolean;
  onTools(tools: readonly ListedTool[]): void;
  /** Called once, also for a connection that could not be completed. */
  onClose(why: string): void;
};

export type OpenClient = {
  client: Client;
  tools: readonly ListedTool[];
  /** The server answered, and said no: nothing was lost. */
  isRefusal(thrown: unknown): boolean;
  close(): Promise<void>;
};

const maxProbeMs = 10_000;
const maxProblemBytes = 600;
const goodbyeMs = 500;

/** Rejects with an Error whose message is clean and for people; nothing is left running then. */
export async function openClient(
  config: McpServerConfig,
  around: McpSurroundings,
  options: OpenOptions,
): Promise<OpenClient> {
  const client = new Client(
    { name: 'slipstream', version: around.version },
    {
      capabilities: {},
      versionNegotiation: {
        mode: 'auto',
        probe: { timeoutMs: Math.min(maxProbeMs, Math.ceil(options.timeoutMs / 2)) },
      },
      listChanged: {
        tools: { onChanged: (error, tools) => (error || !tools ? undefined : options.onTools(tools)) },
      },
      // A schema of the server's is data here; compiling it would be running it.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  let lastWords = () => '';
  let begun: Transport | undefined;
  const request = { signal: options.signal, timeout: options.timeoutMs };
  try {
    let end = 'It ended.';
    const transport: Transport & { lastWords?: () => string } = await toTransport(config, around, () => {
      end = 'Its answer is too large.';
      void transport.close();
    });
    begun = transport;
    options.signal.throwIfAborted();
    // On the transport, not the client, which does not hear of an end before the handshake; nor of the signal.
    transport.onclose = () => options.onClose(end);
    const onAbort = () => void transport.close();
    options.signal.addEventListener('abort', onAbort, { once: true });
    lastWords = transport.lastWords ?? lastWords;
    await client.connect(transport, {
      ...request,
      ...(options.legacy ? { prior: { kind: 'legacy' } } : {}),
    });
    const tools = client.getServerCapabilities()?.tools ? (await client.listTools({}, request)).tools : [];
    options.signal.removeEventListener('abort', onAbort);
    const close = async () => {
      await sayGoodbye(transport, around.clock);
      await closeClient(client);
    };
    return { client, tools, isRefusal: (thrown) => thrown instanceof ProtocolError, close };
  } catch (thrown) {
    await closeClient(client);
    // A client that was never connected does not close it.
    await begun?.close().catch(() => undefined);
    const message = toConnectProblem(thrown, config, options.timeoutMs);
    const words = lastWords().trim();
    throw new Error(toCleanText(words === '' ? message : `${message} It said: ${words}`, maxProblemBytes), {
      cause: thrown,
    });
  }
}

async function toTransport(
  config: McpServerConfig,
  around: McpSurroundings,
  onTooLarge: () => void,
): Promise<Transport> {
  if (config.kind === 'stdio') return createStdioTransport(await launchOf(config, around), around.clock);
  return new StreamableHTTPClientTransport(new URL(config.url), {
    requestInit: { headers: { ...config.headers } },
    fetch: createBoundedFetch(onTooLarge),
  });
}

async function launchOf(program: McpProgram, around: McpSurroundings) {
  const { hidden, environment, processLimits } = around;
  const sandbox = program.sandbox
    ? around.sandbox
    : ({ kind: 'none', reason: 'the owner wants none' } as const);
  const launch = await toLaunch(
    { sandbox, hidden, environment, ...(processLimits ? { limits: processLimits } : {}) },
    await toBoundary(around.workspace, hidden),
    [program.command, ...program.args],
    { access: 'write', network: program.network, readable: program.readable },
  );
  return {
    ...launch,
    environment: { ...launch.environment, ...program.env, [callMarkerName]: launch.marker },
  };
}

/** Lets a server that keeps sessions forget this one, if it answers soon. Never rejects. */
function sayGoodbye(transport: Transport, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    if (!(transport instanceof StreamableHTTPClientTransport)) return resolve();
    const cancel = clock.after(goodbyeMs, resolve);
    void transport
      .terminateSession()
      .catch(() => undefined)
      .then(() => {
        cancel();
        resolve();
      });
  });
}

/** Ends a program, breaks off what is under way. Never rejects. */
async function closeClient(client: Client): Promise<void> {
  await client.close().catch(() => undefined);
}
