// How the process ends: the first signal stops the server in order, the second one at once. A bug that nobody caught
// is logged; where the state of the process is in doubt it ends, and the next start picks up what it left.
import type { Logger } from 'pino';

/** `stop` is called once at most. */
export function stopOnSignals(stop: () => Promise<void>, log: Logger): void {
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping) return process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    try {
      await stop();
      process.exit(0);
    } catch (err) {
      log.error({ err }, 'the server did not stop in order');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('unhandledRejection', (err) => log.error({ err }, 'a failure was handled nowhere'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'the process is in an unknown state and ends');
    process.exit(1);
  });
  // Whoever read the line on stdout may be gone.
  process.stdout.on('error', () => {});
}
