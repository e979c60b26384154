// The approvals of one running turn that wait for a person. Each is answered once, by whoever is first; a stop of the
// turn withdraws it.
import type { ApprovalReply, ApprovalRequest, Approvals } from './approvals.ts';

export type ApprovalDesk = Approvals & {
  readonly waiting: number;
  /** False when it does not wait (any more). */
  answer(approvalId: string, reply: ApprovalReply): boolean;
};

export function createApprovalDesk(onChange: () => void): ApprovalDesk {
  const open = new Map<string, (reply: ApprovalReply) => void>();
  return {
    get waiting() {
      return open.size;
    },
    ask(request: ApprovalRequest, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const onAbort = () => {
          open.delete(request.approvalId);
          onChange();
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        open.set(request.approvalId, (reply) => {
          signal.removeEventListener('abort', onAbort);
          open.delete(request.approvalId);
          onChange();
          resolve(reply);
        });
        onChange();
      });
    },
    answer(approvalId, reply) {
      const resolve = open.get(approvalId);
      resolve?.(reply);
      return resolve !== undefined;
    },
  };
}
