import type { Trajectory } from '@slipstream/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { thrownWords } from '../connection/error-words.ts';

/** How often the work of a turn that runs is read again. */
const refreshMs = 1500;

type Loaded = { turnId: string; trajectory: Trajectory | null; problem: string | null };

/** The stored work of a turn, read again while it is `live`. Both are null until it is there. */
export function useTrajectory(sessionId: string, turnId: string, live: boolean) {
  const { t } = useTranslation();
  const client = useClient();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let gone = false;
    const read = async () => {
      try {
        const trajectory = await client.trajectory(sessionId, turnId);
        if (!gone) setLoaded({ turnId, trajectory, problem: null });
      } catch (thrown) {
        if (!gone) setLoaded({ turnId, trajectory: null, problem: thrownWords(t, thrown) });
      }
      if (live && !gone) timer = setTimeout(() => void read(), refreshMs);
    };
    void read();
    return () => {
      gone = true;
      if (timer) clearTimeout(timer);
    };
  }, [client, sessionId, turnId, live, t]);
  return loaded?.turnId === turnId ? loaded : { trajectory: null, problem: null };
}
