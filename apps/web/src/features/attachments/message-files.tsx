import type { AttachmentInfo } from '@slipstream/protocol';
import { File } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';

/** The files of a sent message: pictures as pictures, all else as downloads. */
export function MessageFiles({ files }: { files: readonly AttachmentInfo[] }) {
  const { t } = useTranslation();
  const client = useClient();
  return (
    <ul
      aria-label={t('attachments.label')}
      className="flex max-w-[min(38rem,88%)] flex-wrap justify-end gap-2"
    >
      {files.map(({ id, name, mediaType, note }) => (
        <li key={id}>
          <a
            href={client.attachmentUrl(id)}
            download={name}
            title={note ?? name}
            className="flex items-center gap-2 overflow-hidden rounded-md border border-line bg-raised text-sm hover:border-accent"
          >
            {mediaType.startsWith('image/') ? (
              <img src={client.attachmentUrl(id)} alt={name} className="max-h-48 max-w-64 object-contain" />
            ) : (
              <span className="flex max-w-64 items-center gap-2 px-2.5 py-1.5">
                <File aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="truncate">{name}</span>
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
