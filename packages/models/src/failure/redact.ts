// Keeps secrets out of everything that people or logs see. Words of a provider may repeat the key that was sent.

/** A function that takes the secrets, anything that looks like one, and bearer tokens out of a text. */
export function createRedactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const spellings = secrets.flatMap((secret) =>
    secret ? [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)] : [],
  );
  const patterns = [...new Set(spellings)].map(toPattern);
  return (text) => {
    let clean = text;
    for (const pattern of patterns) clean = clean.replace(pattern, '[key]');
    return clean
      .replace(/\bsk-[\w*.-]*[\w*]/g, '[key]')
      .replace(/\bBearer\s+[^\s"',;)\]}]+/gi, 'Bearer [key]');
  };
}

/** A short key may be a common word ("none", "ollama"); it is only taken out where it stands alone. */
function toPattern(secret: string): RegExp {
  const escaped = secret.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(secret.length >= 8 ? escaped : `(?<![\\w-])${escaped}(?![\\w-])`, 'g');
}
