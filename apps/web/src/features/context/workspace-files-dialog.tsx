// The files of the workspace that go into every prompt: what is there, what is wrong with it, and the text to edit.
import type { WorkspaceFileInfo, WorkspaceFileText } from '@slipstream/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { problemWords } from '../added/problem-words.ts';
import { thrownWords } from '../connection/error-words.ts';
import { FileEditor } from './file-editor.tsx';

export function WorkspaceFilesDialog(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open={props.open}
      onOpenChange={(next) => !next && props.onClose()}
      title={t('context.filesTitle')}
      wide
    >
      <WorkspaceFiles />
    </Modal>
  );
}

export function WorkspaceFiles() {
  const { t } = useTranslation();
  const client = useClient();
  const [files, setFiles] = useState<readonly WorkspaceFileInfo[] | null>(null);
  const [edited, setEdited] = useState<WorkspaceFileText | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const failed = useCallback((thrown: unknown) => setProblem(thrownWords(t, thrown)), [t]);
  const load = useCallback(() => {
    client.workspaceFiles().then(setFiles, failed);
  }, [client, failed]);
  useEffect(load, [load]);
  const open = (path: string) => {
    setProblem(null);
    client.workspaceFile(path).then(setEdited, failed);
  };
  const close = () => {
    setProblem(null);
    setEdited(null);
    load();
  };
  return (
    <div className="flex flex-col gap-3 text-sm">
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {edited ? (
        <FileEditor file={edited} onClose={close} onFailed={failed} />
      ) : (
        <>
          <p className="text-muted">{t('context.filesNote')}</p>
          <ul className="flex flex-col gap-3">
            {files?.map((file) => (
              <FileRow key={file.path} file={file} onOpen={() => open(file.path)} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function FileRow({ file, onOpen }: { file: WorkspaceFileInfo; onOpen: () => void }) {
  const { t, i18n } = useTranslation();
  const { path, purpose, bytes, truncated, problem } = file;
  return (
    <li className="flex items-center gap-3">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p>
          <span className="font-medium">{path}</span>{' '}
          <span className="text-muted">
            {bytes === null ? problem === null && t('context.missing') : formatBytes(i18n.language, bytes)}
          </span>
        </p>
        <p className="text-muted text-xs">{t(`context.purpose.${purpose}`)}</p>
        {truncated && <p className="text-wait text-xs">{t('context.cut')}</p>}
        {problem !== null && <p className="text-bad text-xs">{problemWords(t, problem)}</p>}
      </div>
      <Button onClick={onOpen} aria-label={t('context.editFile', { path })}>
        {t(bytes === null && problem === null ? 'context.create' : 'context.edit')}
      </Button>
    </li>
  );
}
