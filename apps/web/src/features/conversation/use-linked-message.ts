// Brings the message into sight that the address names (`#m-…`, as a search result does): loads older ones until it is
// there, and shows its branch where it is on another one.
import type { SessionState } from '@slipstream/client';
import { useEffect, useRef } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { scrollToMessage } from './scroll-to-message.ts';

const maxLoads = 60;

type LinkedActions = { onLoadOlder: () => Promise<boolean>; onShowVersion: (messageId: string) => void };

export function useLinkedMessage(state: SessionState, { onLoadOlder, onShowVersion }: LinkedActions): void {
  const done = useRef('');
  const loads = useRef(0);
  const { messages, hasMore, loadingOlder, phase } = state;
  const hash = useLocationProperty(() => window.location.hash);
  useEffect(() => {
    const id = /^#m-([0-9a-f-]{36})$/.exec(hash)?.[1];
    const place = `${state.sessionId} ${id}`;
    if (!id || phase !== 'ready' || done.current === place) return;
    if (messages.some((message) => message.id === id)) {
      done.current = place;
      loads.current = 0;
      scrollToMessage(id);
    } else if (hasMore && !loadingOlder && loads.current < maxLoads) {
      loads.current += 1;
      void onLoadOlder();
    } else if (!hasMore) {
      // Once only: where it is gone, the next snapshot does not have it either.
      if (loads.current !== maxLoads) onShowVersion(id);
      loads.current = maxLoads;
    }
  }, [hash, state.sessionId, messages, hasMore, loadingOlder, phase, onLoadOlder, onShowVersion]);
}
