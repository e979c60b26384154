// `npm run doctor -- [--cheap] [model]`: asks the configured endpoint, prints what works, and ends with 1 where chatting
// cannot work.
import { AppError } from '@slipstream/protocol';
import { probeSandbox } from '@slipstream/tools';
import { systemClock } from '../boot/system-clock.ts';
import { toConfig } from '../config/config.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { readText } from '../config/read-text.ts';
import { createModels } from '../create-models.ts';
import { createLog } from '../ops/log.ts';
import { runDoctor } from './run-doctor.ts';
import { toSandboxWords } from './to-sandbox-words.ts';

try {
  const config = toConfig(readEnvironment(process.env, process.cwd()), process.cwd(), readText);
  const models = await createModels(config, createLog('warn'));
  const sandbox = await probeSandbox();
  const chats = await runDoctor({
    models,
    wanted: process.argv.slice(2).find((arg) => !arg.startsWith('--')),
    cheap: process.argv.includes('--cheap'),
    clock: systemClock,
    limitMs: Math.min(config.limits.requestTimeoutMs, 60_000),
    sandbox: toSandboxWords(sandbox, config),
    print: (text) => void process.stdout.write(text),
  });
  process.exit(chats ? 0 : 1);
} catch (thrown) {
  console.error(thrown instanceof AppError && thrown.code !== 'internal' ? thrown.message : thrown);
  process.exit(1);
}
