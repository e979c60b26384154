import { File, Image, LoaderCircle, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import type { WaitingFile } from './use-attachments.ts';

type WaitingFilesProps = { files: readonly WaitingFile[]; onRemove: (key: number) => void };

/** What goes with the message that is being written. */
export function WaitingFiles({ files, onRemove }: WaitingFilesProps) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('attachments.label')} className="flex flex-wrap gap-2 px-3 pt-3">
      {files.map(({ key, name, info }) => {
        const Sign = info?.mediaType.startsWith('image/') ? Image : File;
        return (
          <li
            key={key}
            className="flex max-w-full items-center gap-2 rounded-sm border border-line bg-mist py-0.5 pr-0.5 pl-2 text-sm"
            title={info?.note}
          >
            {info ? (
              <Sign aria-hidden className="size-4 shrink-0 text-muted" />
            ) : (
              <LoaderCircle aria-label={t('attachments.uploading')} className="size-4 shrink-0 text-muted" />
            )}
            <span className="min-w-0 max-w-48 truncate">{name}</span>
            <IconButton
              className="size-7"
              label={t('attachments.remove', { name })}
              onClick={() => onRemove(key)}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
