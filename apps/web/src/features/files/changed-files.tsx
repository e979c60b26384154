// The files that the tools of this chat have changed, newest first; each opens into what is different in it.
import type { ChangedFile } from '@slipstream/protocol';
import { FilePen, FilePlus2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FileRow } from './file-row.tsx';

const shownAtFirst = 6;

type ChangedFilesProps = { files: readonly ChangedFile[]; onOpen: (path: string) => void };

export const ChangedFiles = memo(({ files, onOpen }: ChangedFilesProps) => {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (files.length === 0) return null;
  const shown = all ? files : files.slice(0, shownAtFirst);
  return (
    <section>
      <h2 className="mb-1 flex gap-2 font-medium text-sm">
        {t('files.changed')}
        <span className="font-normal text-muted tabular-nums">{files.length}</span>
      </h2>
      <ul className="-mx-2">
        {shown.map(({ path, kind, undone }) => (
          <FileRow
            key={path}
            path={path}
            icon={kind === 'created' ? FilePlus2 : FilePen}
            opens={`changed ${path}`}
            onOpen={() => onOpen(path)}
            past={undone}
          >
            <span className="shrink-0 text-muted text-xs">
              {t(undone ? 'files.undone' : kind === 'created' ? 'files.created' : 'files.edited')}
            </span>
          </FileRow>
        ))}
      </ul>
      {!all && files.length > shownAtFirst && (
        <Button look="quiet" className="-ml-2 min-h-7 px-2 text-xs" onClick={() => setAll(true)}>
          {t('files.showAll', { count: files.length })}
        </Button>
      )}
    </section>
  );
});
