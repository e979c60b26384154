// What kind of image some bytes are, by the bytes alone: of those that models that see take.

/** The largest that the usual providers take. */
export const maxImageBytes = 5 * 1024 * 1024;

/** Undefined for all else. */
export function toImageType(bytes: Uint8Array): string | undefined {
  const starts = (text: string, at = 0) =>
    bytes.length >= at + text.length &&
    [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0));
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  return undefined;
}
