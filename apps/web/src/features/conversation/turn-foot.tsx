// What stands below an answer that is over: how it ended where it did not simply end, and what can be done with it.
import type { Message, TurnView } from '@slipstream/protocol';
import type { StopWords } from '../chat/use-stop-reports.ts';
import type { TurnParts } from '../trace/turn-parts.ts';
import { beginEdit } from './edited-message.ts';
import { MessageActions } from './message-actions.tsx';
import { endsWithRetry, TurnEnding } from './turn-ending.tsx';
import type { VersionActions } from './user-message.tsx';

const noCalls: readonly string[] = [];

type TurnFootProps = {
  message: Message;
  view: TurnView | null;
  summary: TurnParts['summary'];
  stopped: StopWords | null;
  queued: boolean;
  onSend: ((text: string) => void) | null;
  versions: VersionActions | null;
};

export function TurnFoot({ message, view, summary, versions, ...props }: TurnFootProps) {
  const { status, parentId } = message;
  const worked = (summary?.tools ?? 0) + (summary?.agents ?? 0) > 0;
  const ended = {
    status,
    empty: message.text.trim() === '' && !worked,
    error: message.error ?? view?.error ?? null,
  };
  return (
    <>
      <TurnEnding
        {...ended}
        {...props}
        unknown={message.trace?.unknown ?? noCalls}
        model={message.model}
        onRetry={versions && ((model) => versions.onRegenerate(message.id, model))}
        onChange={() => parentId !== null && beginEdit(parentId)}
      />
      <MessageActions
        message={message}
        versions={versions}
        retry={!(props.onSend && endsWithRetry(ended))}
        spentTold={Boolean(summary?.usage)}
      />
    </>
  );
}
