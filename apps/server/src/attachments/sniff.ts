// What a file is, from its bytes and never from its name or what the client calls it.

export type Sniffed = { kind: 'image' | 'pdf' | 'docx' | 'text'; mediaType: string };

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Null for what no model could be given. */
export function sniff(bytes: Buffer): Sniffed | null {
  const image = imageType(bytes);
  if (image) return { kind: 'image', mediaType: image };
  if (bytes.subarray(0, 1024).includes('%PDF-')) return { kind: 'pdf', mediaType: 'application/pdf' };
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04]))
    return bytes.includes('word/document.xml') ? { kind: 'docx', mediaType: docx } : null;
  return isText(bytes) ? { kind: 'text', mediaType: 'text/plain; charset=utf-8' } : null;
}

function imageType(bytes: Buffer): string | null {
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (starts(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return null;
}

function starts(bytes: Buffer, with_: readonly number[]): boolean {
  return with_.every((byte, index) => bytes[index] === byte);
}

/** UTF-8 without the bytes that no text has. */
function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
