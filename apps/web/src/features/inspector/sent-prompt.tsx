// What one model call was sent, as it is on record: the system prompt section by section, the tools, and in words what
// went along of the conversation. For a call whose prompt was not kept it says so, and shows the prompt of now.
import type { SentCounts, StepPrompt, StepQuery } from '@slipstream/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { formatCount } from '../../i18n/format.ts';
import { thrownWords } from '../connection/error-words.ts';
import { Prompt } from '../context/prompt-dialog.tsx';
import { PromptParts } from '../context/prompt-parts.tsx';

type SentProps = StepQuery & { sessionId: string; turnId: string };

export function SentPrompt({ sessionId, turnId, step, agentId }: SentProps) {
  const { t } = useTranslation();
  const client = useClient();
  const [found, setFound] = useState<{ prompt: StepPrompt | null } | { problem: string } | null>(null);
  useEffect(() => {
    let gone = false;
    client.stepPrompt(sessionId, turnId, { step, agentId }).then(
      (prompt) => !gone && setFound({ prompt }),
      (thrown: unknown) => !gone && setFound({ problem: thrownWords(t, thrown) }),
    );
    return () => {
      gone = true;
    };
  }, [client, sessionId, turnId, step, agentId, t]);
  if (!found) return <p className="late text-muted text-sm">{t('context.loading')}</p>;
  if ('problem' in found)
    return (
      <p role="alert" className="text-bad text-sm">
        {found.problem}
      </p>
    );
  if (found.prompt) return <Kept prompt={found.prompt} ofAgent={agentId !== undefined} />;
  return (
    <>
      <p className="mb-2 text-muted text-xs">{t('inspector.notKept')}</p>
      {agentId === undefined && (
        <>
          <p className="mb-2 text-muted text-xs">{t('inspector.promptNow')}</p>
          <Prompt sessionId={sessionId} />
        </>
      )}
    </>
  );
}

function Kept({ prompt, ofAgent }: { prompt: StepPrompt; ofAgent: boolean }) {
  const { t, i18n } = useTranslation();
  const { sections, tools } = prompt;
  const toPart = ({ name, text, tokens }: StepPrompt['sections'][number], shown: string) => ({
    key: name,
    name: shown,
    text,
    tokens: t('context.tokens', { n: formatCount(i18n.language, tokens) }),
  });
  return (
    <div className="flex flex-col gap-3 text-sm">
      <PromptParts
        title={t('context.system')}
        parts={sections.map((part) =>
          toPart(part, t(`context.sections.${part.name}`, { defaultValue: part.name })),
        )}
      />
      {tools && (
        <PromptParts title={t('inspector.tools')} parts={[toPart(tools, t('inspector.toolDefinitions'))]} />
      )}
      <section>
        <h3 className="mb-1 font-medium text-muted text-xs">{t('inspector.conversation')}</h3>
        <ul className="list-disc pl-5" data-sent-along>
          <Went counts={prompt.sent} ofAgent={ofAgent} />
        </ul>
        {prompt.sent.tokens !== undefined && (
          <p className="mt-1 text-muted text-xs tabular-nums">
            {t('inspector.went.tokens', { n: formatCount(i18n.language, prompt.sent.tokens) })}
          </p>
        )}
      </section>
    </div>
  );
}

/** In the order in which it is sent. */
function Went({ counts, ofAgent }: { counts: SentCounts; ofAgent: boolean }) {
  const { t } = useTranslation();
  const lines = [
    counts.summary && t('inspector.went.summary'),
    counts.messages > 0 && t('inspector.went.messages', { count: counts.messages }),
    counts.recalled && t('inspector.went.recalled'),
    t(ofAgent ? 'inspector.went.task' : 'inspector.went.own'),
    counts.stepsFolded && t('inspector.went.stepsFolded'),
    counts.results > 0 && t('inspector.went.results', { count: counts.results }),
    counts.shortened > 0 && t('inspector.went.shortened', { count: counts.shortened }),
  ];
  return lines.filter((line) => line !== false).map((line) => <li key={line}>{line}</li>);
}
