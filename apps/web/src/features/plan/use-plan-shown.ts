import type { SessionState } from '@slipstream/client';
import { useEffect, useRef } from 'react';
import { useSidePanel } from '../side-panel/side-panel-context.tsx';
import { countPlanWrites, newestTurnId } from './plan-writes.ts';

type Seen = { turnId: string | null; running: boolean; writes: number };

/**
 * Opens the plan beside the chat when the agent first writes one, where there is room for it: also where the turn was
 * over before the page had drawn it. What was there when the chat was opened opens nothing. Once for each chat: who has
 * closed it is not asked again.
 */
export function usePlanShown(state: SessionState, isNew: boolean, roomy: boolean): void {
  const { part, show } = useSidePanel();
  const shown = useRef(false);
  const seen = useRef<Seen | null>(isNew ? { turnId: null, running: false, writes: 0 } : null);
  const known = state.phase === 'ready';
  const turnId = newestTurnId(state);
  const running = state.turn !== null;
  const writes = countPlanWrites(state);
  useEffect(() => {
    if (!known) return;
    const before = seen.current;
    seen.current = { turnId, running, writes };
    if (!before || shown.current) return;
    const written =
      turnId === before.turnId ? writes > before.writes && (running || before.running) : writes > 0;
    if (!written) return;
    shown.current = true;
    if (roomy && part === null) show('plan');
  }, [known, turnId, running, writes, roomy, part, show]);
}
