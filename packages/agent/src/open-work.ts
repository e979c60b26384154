// Keeps what a run has opened and not closed (steps, calls, approvals), from its own events, and gives the events
// that close it. So every ending, also a stop and a bug, closes everything, in one place.
import { type AgentEvent, type AgentRef, type EventOf, noUsage } from '@slipstream/protocol';

export type OpenWork = {
  observe(event: AgentEvent): void;
  /**
   * Approvals are withdrawn, calls, steps and sub-agents end as cancelled; in that order, the newest first. With
   * `agentId` only what that sub-agent opened.
   */
  close(now: number, why: string, agentId?: string): AgentEvent[];
};

export function createOpenWork(): OpenWork {
  const steps = new Map<string, EventOf<'step.started'>>();
  const calls = new Map<string, EventOf<'tool.started'>>();
  const approvals = new Map<string, EventOf<'approval.requested'>>();
  const agents = new Map<string, EventOf<'agent.started'>>();

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
        case 'agent.started':
          agents.set(event.agent.id, event);
          break;
        case 'agent.finished':
          agents.delete(event.agent.id);
          break;
        default:
      }
    },
    close(now, why, agentId) {
      const events: AgentEvent[] = [];
      const newest = <E extends { agent?: AgentRef | undefined }>(open: Map<string, E>) =>
        [...open.values()].filter((event) => agentId === undefined || event.agent?.id === agentId).reverse();
      for (const { approvalId, callId, startedAt, ...open } of newest(approvals))
        events.push({
          type: 'approval.resolved',
          ...baseOf(open),
          approvalId,
          callId,
          decision: 'withdrawn',
          durationMs: since(startedAt, now),
        });
      for (const { callId, name, startedAt, ...open } of newest(calls))
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
      for (const { step, startedAt, ...open } of newest(steps))
        events.push({
          type: 'step.finished',
          ...baseOf(open),
          step,
          finishReason: 'cancelled',
          durationMs: since(startedAt, now),
        });
      if (agentId === undefined)
        for (const { turnId, agent, startedAt } of newest(agents))
          events.push({
            type: 'agent.finished',
            turnId,
            agent,
            status: 'cancelled',
            usage: noUsage,
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
