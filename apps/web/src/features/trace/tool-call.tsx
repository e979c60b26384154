// One tool call as a row: what it did, how it ended, how long it took. The row opens into its arguments and its
// output. An error's first line and the tail of running output are in sight without opening.
import type { ToolCallView, TurnView } from '@slipstream/protocol';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../app/client-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { formatDuration, formatSeconds } from '../../i18n/format.ts';
import { Fold } from '../../ui/fold.tsx';
import { UndoCall, useCallChange } from '../undo/call-change.tsx';
import { CallStatusSign } from './call-status.tsx';
import { callWords } from './call-words.ts';
import { useDisclosure } from './disclosures.tsx';
import { failureLine } from './failure-line.ts';
import { toScope } from './step-list.tsx';
import { tailLines } from './terminal-text.ts';
import { ToolCallBody } from './tool-call-body.tsx';

const tailShown = 8;

type ToolCallProps = { call: ToolCallView; view: TurnView; agentId: string | null };

export function ToolCall({ call, view, agentId }: ToolCallProps) {
  const { t } = useTranslation();
  const [open, toggle] = useDisclosure(`${toScope(view, agentId)}/${call.callId}`);
  const changed = useCallChange(call.callId);
  // By a rule, say: where a person said no, their words are in the record of it.
  const refused = call.status === 'denied' && call.approval === null;
  if (call.status === 'preparing') return <PreparingCall call={call} />;
  const words = callWords(t, call, call.status === 'running' ? 'now' : 'did');
  return (
    <div className="min-w-0" data-call={call.status}>
      <Fold
        open={open}
        onToggle={toggle}
        headClass="hover:text-ink"
        aside={
          // The time keeps its column.
          changed && (
            <>
              <UndoCall {...changed} />
              <CallTime call={call} />
            </>
          )
        }
        head={
          <>
            <CallStatusSign status={call.status} />
            {/* A command stands below as it is. */}
            <span
              className={clsx('min-w-0 flex-1', open && call.name !== 'bash' ? 'break-words' : 'truncate')}
            >
              {words}
            </span>
            {!changed && <CallTime call={call} />}
          </>
        }
      >
        {() => <ToolCallBody call={call} view={view} agentId={agentId} />}
      </Fold>
      {!open && (call.status === 'error' || refused) && (
        <p className="line-clamp-2 break-words pl-5.5 text-bad text-sm">{failureLine(t, call)}</p>
      )}
      {!open && call.status === 'running' && call.progress !== '' && (
        <pre className="mt-1 ml-5.5 overflow-hidden whitespace-pre-wrap break-words rounded-sm bg-sunken px-3 py-2 font-mono text-code text-muted">
          {tailLines(call.progress, tailShown)}
        </pre>
      )}
    </div>
  );
}

function PreparingCall({ call }: { call: ToolCallView }) {
  const { t } = useTranslation();
  return (
    <p className="flex min-h-7 items-center gap-2 pl-5.5 text-muted text-sm">
      <CallStatusSign status="preparing" />
      {t('live.preparing', { name: call.name })}
    </p>
  );
}

function CallTime({ call }: { call: ToolCallView }) {
  const { t } = useTranslation();
  const running = call.status === 'running' && call.startedAt !== null;
  const online = useOnline();
  const now = useNow(running && online);
  if (running && !online) return null;
  const time = running
    ? formatSeconds(t, now - Date.parse(call.startedAt ?? ''))
    : call.durationMs !== null && formatDuration(t, call.durationMs);
  return <span className="shrink-0 text-muted text-xs tabular-nums">{time}</span>;
}
