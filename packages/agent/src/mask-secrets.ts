// Takes secrets out of what tools give, before it is stored, shown or sent to a model: the exact values that the
// server knows of, and texts that have the shape of a well-known token. It changes what is told, never a file.

export type SecretMask = {
  mask(text: string): string;
  /** For text that comes in pieces: a value that is cut in two is found all the same. `end` gives what was held back. */
  stream(): { push(piece: string): string; end(): string };
};

const shapes = [
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bhf_[A-Za-z0-9]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** Shorter values are too likely to be ordinary text. */
const minLength = 8;
export const masked = '[secret]';

export function createSecretMask(values: Iterable<string>): SecretMask {
  const secrets = [...new Set(values)]
    .filter((value) => value.length >= minLength)
    .sort((a, b) => b.length - a.length);
  const mask = (text: string) => {
    let result = text;
    for (const secret of secrets) result = result.replaceAll(secret, masked);
    for (const shape of shapes) result = result.replace(shape, masked);
    return result;
  };
  /** How much of the end could be the beginning of a value. */
  const openEnd = (text: string) => {
    let open = 0;
    for (const secret of secrets)
      for (let length = Math.min(secret.length - 1, text.length); length > open; length -= 1)
        if (text.endsWith(secret.slice(0, length))) open = length;
    return open;
  };
  return {
    mask,
    stream() {
      let held = '';
      return {
        push(piece) {
          const text = held + piece;
          const open = openEnd(text);
          held = open > 0 ? text.slice(-open) : '';
          return mask(open > 0 ? text.slice(0, -open) : text);
        },
        end() {
          const rest = mask(held);
          held = '';
          return rest;
        },
      };
    },
  };
}

const secretName = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(_|$)/i;

/** The values of variables whose names say that they are secret. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const secret = value?.trim();
    return secret && secretName.test(name) ? [secret] : [];
  });
}
