// From settings to a server that serves, and back to nothing: the order of both, and that nothing half-started is
// left behind. Prints nothing and ends no process; that is `main.ts`.
import type { Logger } from 'pino';
import { compose } from '../compose.ts';
import type { Config } from '../config/config.ts';
import { listen } from './listen.ts';
import { prepareFolders } from './prepare-folders.ts';

export type RunningServer = {
  /** What a person opens. */
  url: string;
  /** Refuses new messages, gives running turns `graceMs`, stores everything and closes all sockets. Once only. */
  stop(graceMs: number): Promise<void>;
};

/** Rejects with `invalid_config` or `storage`, whose message is for the person who started it. */
export async function startServer(config: Config, log: Logger, webDir: string): Promise<RunningServer> {
  await prepareFolders(config);
  const server = await compose(config, log, webDir);
  try {
    const { interrupted } = await server.sessions.recover(config.readOnly ? 'keep' : 'resume');
    if (interrupted > 0) log.warn({ interrupted }, 'turns that a killed server left open were ended');
    const url = await listen(server.app, config);
    return { url, stop: server.stop };
  } catch (thrown) {
    await server.stop(0);
    throw thrown;
  }
}
