import type { ToolCallView, TurnView } from '@slipstream/protocol';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ScrollPre } from '../../ui/scroll-pre.tsx';
import { ApprovalRecord } from '../approvals/approval-record.tsx';
import { Preview } from '../approvals/preview.tsx';
import { ChangeSentence, useCallChange } from '../undo/call-change.tsx';
import { AgentRun } from './agent-run.tsx';
import { useDisclosure } from './disclosures.tsx';
import { PartNote } from './part-note.tsx';
import { toScope } from './step-list.tsx';
import { toPlainText } from './terminal-text.ts';
import { ToolImages } from './tool-images.tsx';
import { ToolOutput } from './tool-output.tsx';
import { useWholeCall } from './use-whole-call.ts';

/** What a row opens into. A sub-agent's own steps stand between what it was given and what it gave back. */
type ToolCallBodyProps = { call: ToolCallView; view: TurnView; agentId: string | null };

export function ToolCallBody({ call: known, view, agentId }: ToolCallBodyProps) {
  const { t, i18n } = useTranslation();
  const { call, part, bytes } = useWholeCall(known, view, agentId);
  const key = `${toScope(view, agentId)}/${call.callId}`;
  const run = view.agents.find((each) => each.callId === call.callId && each.parent === agentId);
  const output = call.output ?? call.progress;
  // What a sub-agent gave back is its last words, which stand in its run.
  const told = run?.status === 'completed';
  const changed = useCallChange(call.callId);
  return (
    <div className="mb-2 ml-1.5 flex flex-col gap-1 border-line border-l pl-3.5">
      {changed && <ChangeSentence change={changed.change} />}
      {call.approval && <ApprovalRecord call={call} approval={call.approval} />}
      {call.approval?.preview && <Preview text={call.approval.preview} />}
      <Part
        id={`${key}/args`}
        // The row has only the beginning of a command.
        openAtFirst={call.name === 'bash' && !call.approval?.preview}
        label={t('trace.arguments')}
        text={toArgumentText(call)}
      />
      {run && <AgentRun run={run} view={view} />}
      {call.images && <ToolImages images={call.images} title={call.title} />}
      {told ? null : output === '' ? (
        call.output !== null && <p className="text-muted text-sm">{t('trace.noOutput')}</p>
      ) : (
        <Part
          id={`${key}/output`}
          openAtFirst
          label={t(call.output === null ? 'trace.outputSoFar' : 'trace.output')}
          text={toPlainText(output)}
          shown={call.output === null ? undefined : <ToolOutput text={output} />}
          note={call.truncated ? t('trace.truncated', { size: formatBytes(i18n.language, call.bytes) }) : ''}
        />
      )}
      <PartNote part={part} bytes={bytes} />
    </div>
  );
}

type PartProps = {
  id: string;
  label: string;
  /** What is copied, and shown unless `shown` is there. */
  text: string;
  shown?: ReactNode;
  note?: string;
  openAtFirst?: boolean;
};

function Part(props: PartProps) {
  const [open, toggle] = useDisclosure(props.id, props.openAtFirst);
  return (
    <Fold
      open={open}
      onToggle={toggle}
      headClass="text-muted hover:text-ink"
      head={<span className="text-xs">{props.label}</span>}
    >
      {() => (
        <div className="relative mb-1 rounded-md bg-sunken">
          {props.shown ?? (
            <ScrollPre className="max-h-80 overflow-auto whitespace-pre-wrap break-words px-3 py-2 pr-20 font-mono text-code">
              {props.text}
            </ScrollPre>
          )}
          <div className="absolute top-1 right-1 coarse:-top-0.5">
            <CopyButton text={props.text} />
          </div>
          {props.note && <p className="border-line border-t px-3 py-1.5 text-muted text-xs">{props.note}</p>}
        </div>
      )}
    </Fold>
  );
}

/** A command stands as it was written; everything else as JSON. */
function toArgumentText(call: ToolCallView): string {
  if (call.args === null) return call.argsText;
  const entries = Object.entries(call.args);
  const [first] = entries;
  if (entries.length === 1 && first && typeof first[1] === 'string') return first[1];
  return JSON.stringify(call.args, null, 2);
}
