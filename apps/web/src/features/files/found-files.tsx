// What a search by name finds, the likeliest first, in the place of the tree.
import { File, Folder } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFoundPaths } from '../composer/use-found-paths.ts';
import { FileRow } from './file-row.tsx';

type FoundFilesProps = { query: string; onFile: (path: string) => void; onFolder: (path: string) => void };

export function FoundFiles({ query, onFile, onFolder }: FoundFilesProps) {
  const { t } = useTranslation();
  const paths = useFoundPaths(query);
  return (
    <section>
      <p role="status" className="mb-1 text-muted text-xs">
        {t('files.found', { count: paths.length })}
      </p>
      <ul className="-mx-2" aria-label={t('files.foundLabel')}>
        {paths.map((path) => (
          <FileRow
            key={path}
            path={path}
            icon={path.endsWith('/') ? Folder : File}
            opens={`found ${path}`}
            onOpen={() => (path.endsWith('/') ? onFolder(path.slice(0, -1)) : onFile(path))}
          />
        ))}
      </ul>
    </section>
  );
}
