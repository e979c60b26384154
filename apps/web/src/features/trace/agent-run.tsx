// A sub-agent's run inside the call that asked for it: who it is, how it stands and what it used, its steps under that,
// and, while it works, the way to stop it alone.
import type { AgentRunView, TurnView } from '@slipstream/protocol';
import { Bot, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { ForOwner } from '../../app/for-owner.tsx';
import { useNow } from '../../app/use-now.ts';
import { formatDuration, formatSeconds } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';
import { failureWords, providersWords } from '../conversation/failure-words.ts';
import { toShortUsage } from '../usage/usage-words.ts';
import { useTurnScope } from './disclosures.tsx';
import { StepList } from './step-list.tsx';

export function AgentRun({ run, view }: { run: AgentRunView; view: TurnView }) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('agents.label', { name: run.name })}
      className="my-1 flex min-w-0 flex-col gap-1 rounded-md border border-line bg-raised px-3 py-2"
      data-agent={run.status}
    >
      <header className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Bot aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="font-medium">{run.name}</span>
        <RunFigures run={run} />
        {run.status === 'running' && view.status === 'running' && (
          <ForOwner>
            <StopAgent run={run} />
          </ForOwner>
        )}
      </header>
      {run.error && (
        <p className="break-words text-bad text-sm">
          {failureWords(t, run.error)}
          <span className="block text-muted">{providersWords(t, run.error)}</span>
        </p>
      )}
      <StepList steps={run.steps} view={view} agentId={run.id} />
    </section>
  );
}

function RunFigures({ run }: { run: AgentRunView }) {
  const { t, i18n } = useTranslation();
  const running = run.status === 'running';
  const now = useNow(running);
  const spent = {
    usage: run.usage,
    estimated: run.steps.some((step) => step.usage?.estimated),
    costUsd: run.costUsd,
  };
  const parts = [
    t(`agents.status.${run.status}`),
    running
      ? formatSeconds(t, now - Date.parse(run.startedAt))
      : run.durationMs !== null && formatDuration(t, run.durationMs),
    toShortUsage({ t, language: i18n.language }, spent),
    run.model !== '' && run.model !== run.name && run.model,
  ];
  return (
    <span className="min-w-0 flex-1 break-words text-muted text-xs tabular-nums">
      {parts.filter((part) => part !== '' && part !== false).join(' · ')}
    </span>
  );
}

function StopAgent({ run }: { run: AgentRunView }) {
  const { t } = useTranslation();
  const client = useClient();
  const scope = useTurnScope();
  const [stopping, setStopping] = useState(false);
  if (!scope) return null;
  const stop = () => {
    setStopping(true);
    client.stopAgent(scope.sessionId, run.id).catch((thrown: unknown) => {
      setStopping(false);
      notify(thrownWords(t, thrown));
    });
  };
  return (
    <Button look="quiet" className="min-h-7 px-2 text-xs" disabled={stopping} onClick={stop}>
      <Square aria-hidden />
      {t(stopping ? 'agents.stopping' : 'agents.stop', { name: run.name })}
    </Button>
  );
}
