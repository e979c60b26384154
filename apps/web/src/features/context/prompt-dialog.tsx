// What the next message of a chat is sent with, exactly: the system prompt section by section, the tools, and the
// messages, each with its tokens.
import type { PromptView } from '@slipstream/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { formatCount } from '../../i18n/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { problemWords } from '../added/problem-words.ts';
import { thrownWords } from '../connection/error-words.ts';
import { PromptParts } from './prompt-parts.tsx';

export function PromptDialog(props: { open: boolean; sessionId: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open={props.open}
      onOpenChange={(next) => !next && props.onClose()}
      title={t('context.promptTitle')}
      wide
    >
      <Prompt sessionId={props.sessionId} />
    </Modal>
  );
}

export function Prompt({ sessionId }: { sessionId: string }) {
  const { t, i18n } = useTranslation();
  const client = useClient();
  const [prompt, setPrompt] = useState<PromptView | string | null>(null);
  useEffect(() => {
    let gone = false;
    client.prompt(sessionId).then(
      (found) => !gone && setPrompt(found),
      (thrown: unknown) => !gone && setPrompt(thrownWords(t, thrown)),
    );
    return () => {
      gone = true;
    };
  }, [client, sessionId, t]);
  if (prompt === null) return <p className="late text-muted text-sm">{t('context.loading')}</p>;
  if (typeof prompt === 'string') return <p className="text-bad text-sm">{prompt}</p>;
  const count = (n: number) => formatCount(i18n.language, n);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-muted">
        {t('context.promptSum', {
          tokens: count(prompt.tokens),
          limit: count(prompt.limit),
          window: count(prompt.window),
        })}
      </p>
      {prompt.problems.map(({ path, problem }) => (
        <p key={path} className="text-wait">
          {problemWords(t, problem)}
        </p>
      ))}
      <PromptParts
        title={t('context.system')}
        parts={prompt.sections.map(({ name, text, tokens }) => ({
          key: name,
          name: t(`context.sections.${name}`, { defaultValue: name }),
          text,
          tokens: t('context.tokens', { n: count(tokens) }),
        }))}
      />
      <p>
        {t('context.tools', { count: prompt.tools.count })}{' '}
        <span className="text-muted tabular-nums">
          {t('context.tokens', { n: count(prompt.tools.tokens) })}
        </span>
      </p>
      <PromptParts
        title={t('context.messages')}
        parts={prompt.messages.map(({ role, text, tokens }, index) => ({
          key: `${index}`,
          name: t(`context.roles.${role}`),
          text,
          tokens: t('context.tokens', { n: count(tokens) }),
        }))}
      />
    </div>
  );
}
