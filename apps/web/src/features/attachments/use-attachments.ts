// The files that wait in the composer: each is sent to the server as soon as it is chosen, so that sending the message
// waits for nothing. Large images are made smaller first.
import type { AttachmentInfo } from '@slipstream/protocol';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { notify } from '../../ui/toaster.tsx';
import { refusalWords } from './refusal-words.ts';
import { shrinkImage } from './shrink-image.ts';

const maxFiles = 20;

export type WaitingFile = { key: number; name: string; info: AttachmentInfo | null };

let lastKey = 0;

export function useAttachments(sessionId: string) {
  const { t } = useTranslation();
  const client = useClient();
  const [files, setFiles] = useState<readonly WaitingFile[]>([]);

  const remove = useCallback(
    (key: number) => setFiles((before) => before.filter((file) => file.key !== key)),
    [],
  );
  const add = useCallback(
    (chosen: readonly File[]) => {
      for (const file of chosen.slice(0, maxFiles)) {
        lastKey += 1;
        const key = lastKey;
        const name = file.name || 'image.png';
        setFiles((before) => [...before, { key, name, info: null }].slice(0, maxFiles));
        shrinkImage(file)
          .then((small) => client.attach(sessionId, small, name))
          .then(
            (info) =>
              setFiles((before) => before.map((each) => (each.key === key ? { ...each, info } : each))),
            (thrown: unknown) => {
              remove(key);
              notify(t('attachments.refused', { name, reason: refusalWords(t, thrown) }));
            },
          );
      }
    },
    [client, sessionId, remove, t],
  );
  const clear = useCallback(() => setFiles([]), []);
  return { files, add, remove, clear, uploading: files.some((file) => file.info === null) };
}
