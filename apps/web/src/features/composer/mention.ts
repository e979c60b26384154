// How others write a file's path into the message that is being written. Null where nothing can be written.
import { createContext, useContext } from 'react';

const MentionContext = createContext<((path: string) => void) | null>(null);

export const MentionProvider = MentionContext;

export function useMention(): ((path: string) => void) | null {
  return useContext(MentionContext);
}
