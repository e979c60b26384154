// Takes a chat in from a file that was exported as JSON, and opens it.
import type { SessionArchive } from '@slipstream/protocol';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useClient } from '../../app/client-context.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';

export function ImportFile({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation();
  const client = useClient();
  const [, navigate] = useLocation();
  const take = async (file: File) => {
    let archive: unknown;
    try {
      archive = JSON.parse(await file.text());
    } catch {
      notify(t('sessions.import.notJson'));
      return;
    }
    await client.importSession(archive).then(
      (session) => {
        navigate(`/s/${session.id}`);
        const count = leftOut(archive);
        if (count > 0) notify(t('sessions.import.leftOut', { count }));
      },
      (thrown: unknown) => notify(thrownWords(t, thrown)),
    );
  };
  return (
    <input
      ref={field}
      type="file"
      accept="application/json,.json"
      aria-label={t('sessions.import.label')}
      className="hidden"
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        event.target.value = '';
        if (file) void take(file);
      }}
    />
  );
}

/** How many files of the chat the export had no room for. */
function leftOut(archive: unknown): number {
  const { attachments = [] } = archive as Partial<SessionArchive>;
  return attachments.filter((each) => each.leftOut).length;
}
