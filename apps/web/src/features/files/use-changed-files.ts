import type { ChangedFile } from '@slipstream/protocol';
import { useEffect, useState } from 'react';
import { useClient } from '../../app/client-context.tsx';

const none: readonly ChangedFile[] = [];

/** The files that the chat's tools changed; asked again whenever `stamp` is another one. What was known stays meanwhile. */
export function useChangedFiles(sessionId: string, stamp: string): readonly ChangedFile[] {
  const client = useClient();
  const [files, setFiles] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stamp` says when there may be others.
  useEffect(() => {
    let gone = false;
    client.changedFiles(sessionId).then(
      (found) => {
        if (!gone) setFiles((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
      },
      // The tree beside it says what is wrong.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [client, sessionId, stamp]);
  return files;
}
