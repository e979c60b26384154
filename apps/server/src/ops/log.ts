// The server's log: JSON lines on stderr, so that stdout stays free for the one line that scripts wait for. Strikes
// out whatever could be a secret, wherever it stands one or two levels deep.
import { destination, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';

const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'authToken',
  'apiKey',
  'api_key',
  'key',
];

const redacted = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

export function createLog(
  level: Config['logLevel'],
  stream: { write(line: string): void } = destination({ fd: 2, sync: true }),
): Logger {
  return pino({ level, base: null, redact: { paths: redacted, censor: '[redacted]' } }, stream);
}
