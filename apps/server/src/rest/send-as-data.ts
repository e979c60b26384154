// The headers under which files that others wrote go out: pictures as pictures, everything else as a download, and no
// browser runs or guesses any of it.
import type { FastifyReply } from 'fastify';

/** `mediaType` is null for what is not known to be an image; one that is not an image counts for nothing. */
export function sendAsData(
  reply: FastifyReply,
  { name, mediaType }: { name: string; mediaType: string | null },
): FastifyReply {
  const image = mediaType?.startsWith('image/') ? mediaType : undefined;
  return reply
    .header('content-type', image ?? 'application/octet-stream')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header(
      'content-disposition',
      `${image ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    );
}
