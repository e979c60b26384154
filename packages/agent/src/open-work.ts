// Keeps what a run has opened and not closed (steps, calls, approvals), from its own events, and gives the events
// that close it. So every ending, also a stop and a bug, closes everything, in one place.
import type { AgentEvent, AgentRef, EventOf } from '@slipstream/protocol';

export type OpenWork = {
  observe(event: AgentEvent): void;
  /** Approvals are withdrawn, calls and steps end as cancelled; in that order, the newest first. */
  close(now: number, why: string): AgentEvent[];
};

export function createOpenWork(): OpenWork {
  const steps = new Map<string, EventOf<'step.started'>>();
  const calls = new Map<string, EventOf<'tool.started'>>();
  const approvals = new Map<string, EventOf<'approval.requested'>>();

  return {
    observe(event) {
      switch (event.type) {
        case 'step.started':
          steps.set(keyOf(event.agent, ''), event);
          break;
        case 'step.finished':
          steps.delete(keyOf(event.agent, ''));
          break;
        case 'tool.started':
          calls.set(keyOf(event.agent, event.callId), event);
          break;
        case 'tool.finished':
          calls.delete(keyOf(event.agent, event.callId));
          break;
        case 'approval.requested':
          approvals.set(event.approvalId, event);
          break;
        case 'approval.resolved':
          approvals.delete(event.approvalId);
          break;
        default:
      }
    },
    close(now, why) {
      const events: AgentEvent[] = [];
      for (const { approvalId, callId, startedAt, ...open } of [...approvals.values()].reverse())
        events.push({
          type: 'approval.resolved',
          ...baseOf(open),
          approvalId,
          callId,
          decision: 'withdrawn',
          durationMs: since(startedAt, now),
        });
      for (const { callId, name, startedAt, ...open } of [...calls.values()].reverse())
        events.push({
          type: 'tool.finished',
          ...baseOf(open),
          callId,
          name,
          status: 'cancelled',
          output: why,
          truncated: false,
          bytes: why.length,
          durationMs: since(startedAt, now),
        });
      for (const { step, startedAt, ...open } of [...steps.values()].reverse())
        events.push({
          type: 'step.finished',
          ...baseOf(open),
          step,
          finishReason: 'cancelled',
          durationMs: since(startedAt, now),
        });
      for (const event of events) this.observe(event);
      return events;
    },
  };
}

function keyOf(agent: AgentRef | undefined, id: string): string {
  return agent ? `${agent.id}/${id}` : id;
}

function baseOf(event: { turnId: string; agent?: AgentRef | undefined }) {
  return event.agent ? { turnId: event.turnId, agent: event.agent } : { turnId: event.turnId };
}

function since(startedAt: string, now: number): number {
  return Math.max(0, now - Date.parse(startedAt));
}
