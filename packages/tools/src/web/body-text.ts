// The bytes of an answer as text: by the character set that its header or its head names, UTF-8 otherwise, without
// characters that a person would not see but a model would read.
import type { Resource } from './fetch-resource.ts';

/** Controls but for tab and line break, and tags and directions that hide or turn text. */
const unseen =
  /[^\P{Cc}\t\n]|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

export function toBodyText(body: Buffer, { charset }: Pick<Resource, 'charset'>): string {
  const label =
    charset ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(body.toString('latin1', 0, 2048))?.[1];
  return decode(body, label).replaceAll('\r\n', '\n').replace(unseen, '');
}

function decode(body: Buffer, label: string | undefined): string {
  try {
    return new TextDecoder(label ?? 'utf-8').decode(body);
  } catch {
    // A character set that nobody knows.
    return new TextDecoder().decode(body);
  }
}
