// What a model gets of the files that were sent along: their text within the message, and images beside it where it
// can see them.
import type { AttachmentInfo, Message } from '@slipstream/protocol';
import type { Model, PromptImage } from './model.ts';
import type { AttachmentStore, StoredAttachment } from './store.ts';

export function toAttachmentInfo(attachment: StoredAttachment): AttachmentInfo {
  const { id, name, mediaType, bytes, sha256, note } = attachment;
  return { id, name, mediaType, bytes, sha256, ...(note === null ? {} : { note }) };
}

/** The bytes of attachments, by their hash. */
export type AttachmentFiles = {
  readBase64(sha256: string): Promise<string>;
  /** Undefined for what is no picture that a page may show, whatever it says it is. */
  keepImage(base64: string): Promise<{ sha256: string; mediaType: string; bytes: number } | undefined>;
  /** No file is removed before `work` is over: from keeping one until it is stored who has it. Not to be nested. */
  whileKept<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Of those, removes what no attachment has any more. Those that are not there are no error. */
  remove(hashes: readonly string[]): Promise<void>;
};

/** How much of one file's text a prompt has, UTF-16 units. */
const maxTextChars = 60_000;
/** How many images a request carries: those of the newest messages. */
const maxImages = 8;

export type Attached = {
  /** The message as the model reads it. */
  read(message: Message): Promise<Message>;
  /** Adds the images of the messages that were read. */
  around(model: Model): Model;
};

export function createAttached(
  deps: { store: AttachmentStore; files: Pick<AttachmentFiles, 'readBase64'> | undefined },
  vision: boolean,
): Attached {
  const images = new Map<string, PromptImage>();

  const describe = async (attachment: StoredAttachment): Promise<string> => {
    const { id, name, mediaType, text, note } = attachment;
    const head = `<attachment id="${id}" name="${name.replace(/["<>]/g, '_')}" type="${mediaType}"`;
    if (mediaType.startsWith('image/')) {
      if (!vision || !deps.files) return `${head}>An image. This model cannot see images.</attachment>`;
      images.set(id, { mediaType, base64: await deps.files.readBase64(attachment.sha256) });
      return `${head}/>`;
    }
    const whole = text ?? '';
    const cut = whole.length > maxTextChars ? `\n[cut: ${whole.length - maxTextChars} more characters]` : '';
    return `${head}>\n${whole.slice(0, maxTextChars)}${cut}${note ? `\n[${note}]` : ''}\n</attachment>`;
  };

  return {
    async read(message) {
      if (message.attachments.length === 0) return message;
      const parts = [message.text];
      for (const id of message.attachments) {
        const attachment = await deps.store.get(id);
        if (attachment) parts.push(await describe(attachment));
      }
      return { ...message, text: parts.join('\n\n') };
    },
    around: (model) =>
      images.size === 0
        ? model
        : {
            ...model,
            stream: (request, signal) =>
              model.stream({ ...request, messages: withImages(request.messages, images) }, signal),
          },
  };
}

type Messages = Parameters<Model['stream']>[0]['messages'];

/** An image goes with the message that names it; one that was folded away goes with none. */
function withImages(messages: Messages, images: ReadonlyMap<string, PromptImage>): Messages {
  let left = maxImages;
  return messages
    .toReversed()
    .map((message) => {
      if (message.role !== 'user') return message;
      const named = [...message.text.matchAll(/<attachment id="([0-9a-f-]{36})"/g)].flatMap(([, id = '']) => {
        const image = images.get(id);
        return image && left-- > 0 ? [image] : [];
      });
      return named.length > 0 ? { ...message, images: named } : message;
    })
    .reverse();
}
