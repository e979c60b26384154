// The text of one file of the workspace, to change and keep. Who knows an older version than the server is refused there.
import type { WorkspaceFileText } from '@slipstream/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { Button } from '../../ui/button.tsx';

type FileEditorProps = { file: WorkspaceFileText; onClose: () => void; onFailed: (thrown: unknown) => void };

export function FileEditor({ file, onClose, onFailed }: FileEditorProps) {
  const { t } = useTranslation();
  const client = useClient();
  const [text, setText] = useState(file.text);
  const save = () => client.writeWorkspaceFile({ ...file, text }).then(onClose, onFailed);
  return (
    <>
      <h3 className="font-medium">{file.path}</h3>
      <textarea
        value={text}
        aria-label={file.path}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        className="h-[min(24rem,50dvh)] w-full resize-y rounded-sm border border-edge bg-paper p-2.5 font-mono text-xs coarse:text-base"
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button look="primary" disabled={text === file.text} onClick={save}>
          {t('ui.save')}
        </Button>
      </div>
    </>
  );
}
