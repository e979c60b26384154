import type { SessionState } from '@slipstream/client';
import { useEffect, useRef } from 'react';
import { useSidePanel } from '../side-panel/side-panel-context.tsx';
import { countPlanWrites } from './plan-writes.ts';

/**
 * Opens the plan beside the chat when the agent first writes one, where there is room for it. Once for each chat: who has
 * closed it is not asked again.
 */
export function usePlanShown(state: SessionState, roomy: boolean): void {
  const { part, show } = useSidePanel();
  const shown = useRef(false);
  const writes = countPlanWrites(state);
  const seen = useRef(writes);
  useEffect(() => {
    const written = writes > seen.current;
    seen.current = writes;
    if (!written || shown.current) return;
    shown.current = true;
    if (roomy && part === null) show('plan');
  }, [writes, roomy, part, show]);
}
