// The program: settings in, one line on stdout when it serves, an exit code when it ends. Everything else it says is
// the log on stderr.
import { fileURLToPath } from 'node:url';
import { AppError } from '@slipstream/protocol';
import { startServer } from './boot/start-server.ts';
import { stopOnSignals } from './boot/stop-on-signals.ts';
import { toConfig } from './config/config.ts';
import { readEnvironment } from './config/read-environment.ts';
import { readText } from './config/read-text.ts';
import { createLog } from './ops/log.ts';

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

try {
  const config = toConfig(readEnvironment(process.env, process.cwd()), process.cwd(), readText);
  const log = createLog(config.logLevel);
  const server = await startServer(config, log, webDir);
  stopOnSignals(() => server.stop(config.shutdownGraceMs), log);
  process.stdout.write(`Slipstream is ready: ${server.url}\n`);
} catch (thrown) {
  // What the person who starts it can mend is a sentence; anything else is a bug and shows where it is.
  console.error(thrown instanceof AppError && thrown.code !== 'internal' ? thrown.message : thrown);
  process.exit(1);
}
