// Commands that are refused whatever a rule says. It is the last belt and not the protection: the sandbox is that.
// A part of a command line is looked at by its words; what is hidden in quotes or scripts is not found here.
import type { CommandPart } from './command-parts.ts';
import { type Reason, toReason } from './reasons.ts';

const names = /^(mkfs(\..+)?|shutdown|reboot|halt|poweroff|init|wipefs|fdisk|parted|blkdiscard)$/;
const device = /^\/dev\/(?!null$|stdout$|stderr$|stdin$|tty$|fd\/|zero$|full$|random$|urandom$|shm\/)/;
const root =
  /^(\/|\/\*|~|~\/|~\/\*|\$HOME|\$\{HOME\}|\/(bin|boot|dev|etc|home|lib|lib64|opt|proc|root|sbin|sys|usr|var)\/?\*?)$/;

/** Why it is refused, or undefined. */
export function refusedByBelt(part: CommandPart): Reason | undefined {
  const name = part.words[0]?.slice((part.words[0]?.lastIndexOf('/') ?? -1) + 1) ?? '';
  const rest = part.words.slice(1);
  if (names.test(name)) return toReason('stops_machine', { name });
  if (part.writes.some((path) => device.test(path))) return toReason('device');
  if (name === 'dd' && rest.some((word) => word.startsWith('of=') && device.test(word.slice(3))))
    return toReason('device');
  const recursive = rest.some((word) => /^-[a-zA-Z]*[rR]/.test(word) || word === '--recursive');
  if (/^(rm|chmod|chown|chgrp)$/.test(name) && recursive && rest.some((word) => root.test(word)))
    return toReason('whole_system', { name });
  return undefined;
}

/** `:(){ :|:& };:` and its like: a function that calls itself twice. */
export function isForkBomb(line: string): boolean {
  const match = /([\w:.]+)\s*\(\)\s*\{([^}]*)\}/.exec(line);
  return match?.[1] !== undefined && (match[2]?.split(match[1]).length ?? 0) > 2;
}
