// What each stop of this page ended, and how long that took: from the click until the turn was over.
import type { SessionState } from '@slipstream/client';
import type { StopReport } from '@slipstream/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';

/** `tookMs` is null until the turn is over. */
export type StopWords = StopReport & { tookMs: number | null };

export function useStopReports(state: SessionState) {
  const [reports, setReports] = useState<ReadonlyMap<string, StopWords>>(new Map());
  const begun = useRef(new Map<string, number>());
  const running = state.turn?.turnId ?? null;

  useEffect(() => {
    const over = [...begun.current].filter(([turnId]) => turnId !== running);
    for (const [turnId, since] of over) {
      const report = reports.get(turnId);
      if (!report) continue;
      begun.current.delete(turnId);
      const tookMs = Math.round(performance.now() - since);
      setReports((before) => new Map(before).set(turnId, { ...report, tookMs }));
    }
  }, [running, reports]);

  const clicked = useCallback((turnId: string) => {
    if (!begun.current.has(turnId)) begun.current.set(turnId, performance.now());
  }, []);
  const answered = useCallback((turnId: string, stopped: StopReport) => {
    setReports((before) => new Map(before).set(turnId, { ...stopped, tookMs: null }));
  }, []);
  return { reports, clicked, answered };
}
