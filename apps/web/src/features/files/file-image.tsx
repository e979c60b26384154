import type { WorkspaceContent } from '@slipstream/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';

/** An image of the workspace, from this server. Asked for anew when the file is another one. */
export function FileImage({ file }: { file: WorkspaceContent }) {
  const { t } = useTranslation();
  const client = useClient();
  const [broken, setBroken] = useState<string | null>(null);
  const url = `${client.workspaceUrl(file.path)}&at=${encodeURIComponent(file.changedAt)}`;
  if (broken === url) return <p className="text-muted text-sm">{t('files.imageBroken')}</p>;
  return (
    <div className="flex min-h-40 items-center justify-center rounded-md border border-line bg-sunken p-2">
      <img
        src={url}
        alt={file.path}
        decoding="async"
        onError={() => setBroken(url)}
        className="max-h-[70dvh] max-w-full object-contain"
      />
    </div>
  );
}
