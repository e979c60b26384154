// What a step thought and said, whole, where its view holds only the beginning: fetched when a person asks for it.
import type { StepOutput, StepView } from '@slipstream/protocol';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { PartNote } from './part-note.tsx';
import { usePart } from './use-part.ts';

/** `rest`: the way to ask, and how that stands; nothing where the view has it all. */
export function useWholeStep(step: StepView, agentId: string | null): { step: StepView; rest: ReactNode } {
  const { t, i18n } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const bytes = step.textBytes;
  const agent = agentId === null ? {} : { agentId };
  const part = usePart(wanted && bytes !== null ? { ...agent, step: step.step } : null, '');
  if (bytes === null) return { step, rest: null };
  const output = part.entries?.[0]?.output as StepOutput | null | undefined;
  if (output) return { step: { ...step, text: output.text, reasoning: output.reasoning }, rest: null };
  return {
    step,
    rest: wanted ? (
      <PartNote part={part} bytes={bytes} />
    ) : (
      <p className="pl-5.5">
        <Button look="quiet" onClick={() => setWanted(true)}>
          {t('trace.showRest', { size: formatBytes(i18n.language, bytes) })}
        </Button>
      </p>
    ),
  };
}
