// Giving an answer once: until the server has said whether it counts no second one is taken; one that did not arrive
// can be given again.
import type { AnswerDetails } from '@slipstream/client';
import type { ApprovalDecision } from '@slipstream/protocol';
import { useState } from 'react';
import type { Answer } from './approval-card.tsx';

export function useAnswering(approvalId: string, onAnswer: Answer) {
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<'late' | 'failed' | null>(null);
  const answer = (decision: ApprovalDecision, more: AnswerDetails = {}) => {
    setSent(true);
    setProblem(null);
    return onAnswer(approvalId, decision, ...(Object.keys(more).length > 0 ? [more] : [])).then(
      (applied) => {
        if (!applied) setProblem('late');
        return applied;
      },
      () => {
        setProblem('failed');
        setSent(false);
        return false;
      },
    );
  };
  return { sent, problem, answer };
}
