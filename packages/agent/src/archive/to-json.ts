// A session as one JSON document, written a piece at a time: all branches with their work, and the files.
import { archiveFormat, type SessionArchive } from '@slipstream/protocol';

export type ArchiveParts = {
  exportedAt: string;
  session: SessionArchive['session'];
  messages: AsyncIterable<unknown>;
  turns: AsyncIterable<unknown>;
  attachments: AsyncIterable<unknown>;
};

/** The text is a `SessionArchive`. */
export async function* toJson(parts: ArchiveParts): AsyncGenerator<string> {
  const { exportedAt, session } = parts;
  yield `{\n  "format": ${JSON.stringify(archiveFormat)},\n  "version": 1,\n  "exportedAt": ${JSON.stringify(exportedAt)},\n`;
  yield* list('messages', parts.messages);
  yield* list('turns', parts.turns);
  yield* list('attachments', parts.attachments);
  yield `  "session": ${indented(session, '  ')}\n}\n`;
}

async function* list(name: string, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `  ${JSON.stringify(name)}: [`;
  let before = '\n';
  for await (const item of items) {
    yield `${before}    ${indented(item, '    ')}`;
    before = ',\n';
  }
  yield before === '\n' ? '],\n' : '\n  ],\n';
}

/** Line breaks within texts are written as signs, so that each one here is of the form. */
function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);
}
