// The paths that fit what stands behind `@`, asked of the server a moment after the last key. What was found stays until
// the next answer, so that the list does not flicker; an answer to an older question is dropped.
import { useEffect, useState } from 'react';
import { useClient } from '../../app/client-context.tsx';

const pauseMs = 60;
const none: readonly string[] = [];

/** `query` is null where none are wanted. */
export function useFoundPaths(query: string | null): readonly string[] {
  const client = useClient();
  const [paths, setPaths] = useState(none);
  useEffect(() => {
    if (query === null) {
      setPaths(none);
      return;
    }
    let gone = false;
    const set = (found: readonly string[]) => !gone && setPaths(found);
    const timer = setTimeout(() => client.workspacePaths(query).then(set, () => set(none)), pauseMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, query]);
  return paths;
}
