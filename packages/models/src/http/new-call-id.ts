// Ids for tool calls that came without one. Nine letters and digits: the strictest providers take nothing else back.
import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function newCallId(): string {
  return Array.from({ length: 9 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
