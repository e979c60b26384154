// The sub-agents of one running turn that a person may stop alone.
import type { AgentStops } from './agent-team.ts';

export type StopDesk = AgentStops & {
  /** False when there is none of this id at work. */
  stop(agentId: string): boolean;
};

export function createStopDesk(): StopDesk {
  const stops = new Map<string, () => void>();
  return {
    register(agentId, stop) {
      stops.set(agentId, stop);
      return () => {
        stops.delete(agentId);
      };
    },
    stop(agentId) {
      const stop = stops.get(agentId);
      stop?.();
      return stop !== undefined;
    },
  };
}
