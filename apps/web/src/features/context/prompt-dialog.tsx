// What the next message of a chat is sent with, exactly: the system prompt section by section, the tools, and the
// messages, each with its tokens.
import type { PromptView } from '@slipstream/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { formatCount } from '../../i18n/format.ts';
import { Fold } from '../../ui/fold.tsx';
import { Modal } from '../../ui/modal.tsx';
import { thrownWords } from '../connection/error-words.ts';

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
          {problem}
        </p>
      ))}
      <Parts
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
      <Parts
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

type Part = { key: string; name: string; text: string; tokens: string };

function Parts({ title, parts }: { title: string; parts: readonly Part[] }) {
  const [open, setOpen] = useState<string | null>(null);
  if (parts.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted text-xs">{title}</h3>
      <ul>
        {parts.map(({ key, name, text, tokens }) => (
          <li key={key} data-prompt-part={key}>
            <Fold
              open={open === key}
              onToggle={() => setOpen(open === key ? null : key)}
              head={
                <>
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="shrink-0 text-muted text-xs tabular-nums">{tokens}</span>
                </>
              }
            >
              {() => (
                <pre className="mb-2 max-h-80 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-ink/4 p-2.5 font-mono text-xs">
                  {text}
                </pre>
              )}
            </Fold>
          </li>
        ))}
      </ul>
    </section>
  );
}
