// The environment of everything that the tools start: an allow list, so that no key of the server's gets out.
import { sandboxHome } from './sandbox-profile.ts';

const allowed = /^(?:PATH|HOME|LANG|LC_[A-Z_]+|USER|TMPDIR|TZ)$/;

/** Carried by all that one call starts, so that what left the process group can be found and ended. */
export const callMarkerName = 'SLIPSTREAM_CALL';

export function toCommandEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  where: 'sandbox' | 'host',
  marker: string,
): Record<string, string> {
  const environment: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && allowed.test(name)) environment[name] = value;
  }
  if (where === 'sandbox') Object.assign(environment, { HOME: sandboxHome, TMPDIR: '/tmp' });
  return { ...environment, TERM: 'dumb', [callMarkerName]: marker };
}
