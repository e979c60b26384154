// What was typed and not sent, per session, over a reload. Writing waits for a pause in the typing, and is done at
// once when the page goes away.
import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../app/stored.ts';

const pauseMs = 300;
/** The text of a chat that does not exist yet. */
export const newChatDraft = 'new';

const storedKey = (key: string) => `slipstream.draft.${key}`;

export function forgetDraft(key: string) {
  writeStored(storedKey(key), null);
}

/** The draft of `key` and what changes it. A new `key` goes on with the text as it is: the same chat got its address. */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readStored(storedKey(key)) ?? '');
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    const timer = setTimeout(() => writeStored(storedKey(key), text), pauseMs);
    return () => clearTimeout(timer);
  }, [key, text]);
  useEffect(() => {
    const save = () => writeStored(storedKey(key), latest.current);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [key]);
  return [text, setText];
}
