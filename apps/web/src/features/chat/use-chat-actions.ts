// What a person can do in a session, bound to it. The functions keep their identity while the session stays the same,
// so that memoised messages are not shown anew.
import type { AnswerDetails, SessionState } from '@slipstream/client';
import type { ApprovalDecision, Message, Mode } from '@slipstream/protocol';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { notify } from '../../ui/toaster.tsx';
import type { ComposerHandle } from '../composer/composer.tsx';
import { forgetDraft, newChatDraft } from '../composer/draft.ts';
import { thrownWords } from '../connection/error-words.ts';
import { beginEdit } from '../conversation/edited-message.ts';
import { isSending } from '../conversation/to-items.ts';
import { useStopReports } from './use-stop-reports.ts';

/** What the composer sends beside the text. */
export type SendMore = { whenBusy?: 'steer'; attachments?: readonly string[]; mode?: Mode };

type ChatActionsInput = {
  state: SessionState;
  /** Both are sent with the first message; a session keeps its own afterwards. */
  model: string | null;
  mode: Mode;
  isNew: boolean;
  onCreated: () => void;
  composer: RefObject<ComposerHandle | null>;
};

export function useChatActions({ state, model, mode, isNew, onCreated, composer }: ChatActionsInput) {
  const { t } = useTranslation();
  const client = useClient();
  const { sessionId } = state;
  const { reports: stopReports, clicked, answered } = useStopReports(state);
  const first = useRef({ isNew, model, mode, onCreated, exists: false });
  first.current = { isNew, model, mode, onCreated, exists: state.session !== null };
  const runningId = useRef<string | null>(null);
  runningId.current = state.turn?.turnId ?? null;

  // On a phone the focus in the field would bring up the keyboard, which nobody asked for.
  const onFocusLost = useCallback(() => {
    if (matchMedia('(pointer: fine)').matches) composer.current?.focus();
  }, [composer]);

  const onSend = useCallback(
    (text: string, more: SendMore = {}) => {
      const { isNew: creates, model: chosen, mode: begins, exists, onCreated: created } = first.current;
      const own = { ...(chosen && { model: chosen }), ...(begins !== 'default' && { mode: begins }) };
      client.send(sessionId, text, { ...(exists ? {} : own), ...more });
      onFocusLost();
      if (!creates) return;
      forgetDraft(newChatDraft);
      created();
    },
    [client, sessionId, onFocusLost],
  );

  const latest = useRef(state);
  latest.current = state;
  /** While a turn runs only what waits can be changed. */
  const onEditLast = useCallback(() => {
    const { turn, queue: waiting, messages, pending } = latest.current;
    const idle = turn === null && !isSending({ pending });
    const last =
      waiting.at(-1)?.messageId ?? (idle && messages.findLast((message) => message.role === 'user')?.id);
    if (last) beginEdit(last);
    return Boolean(last);
  }, []);

  const onStop = useCallback(() => {
    const turnId = runningId.current;
    if (turnId) clicked(turnId);
    onFocusLost();
    client.stop(sessionId).then(
      ({ stopped }) => {
        if (turnId && stopped) answered(turnId, stopped);
      },
      (thrown: unknown) => notify(thrownWords(t, thrown)),
    );
  }, [client, sessionId, t, onFocusLost, clicked, answered]);

  const onAnswer = useCallback(
    (approvalId: string, decision: ApprovalDecision, more?: AnswerDetails) =>
      client.answerApproval(sessionId, approvalId, decision, more),
    [client, sessionId],
  );

  const queue = useMemo(() => {
    const failed = (thrown: unknown) => notify(thrownWords(t, thrown));
    const tooLate = (done: boolean) => !done && notify(t('queue.tooLate'));
    return {
      onUnqueue: (messageId: string) => void client.unqueue(sessionId, messageId).then(tooLate, failed),
      onEditQueued: (messageId: string, text: string) =>
        void client.editQueued(sessionId, messageId, text).then(tooLate, failed),
      onReadQueued: (messageId: string) =>
        client.queuedText(sessionId, messageId).catch((thrown: unknown) => {
          failed(thrown);
          return null;
        }),
      onResumeQueue: () => void client.resumeQueue(sessionId).catch(failed),
    };
  }, [client, sessionId, t]);

  const versions = useMemo(() => {
    const failed = (thrown: unknown) => notify(thrownWords(t, thrown));
    return {
      onEditMessage: (message: Message, text: string) => {
        const files = message.attachments.length > 0 ? { attachments: message.attachments } : {};
        client.send(sessionId, text, { parentId: message.parentId, ...files });
        onFocusLost();
      },
      onShowVersion: (messageId: string) => void client.showVersion(sessionId, messageId).catch(failed),
      onRegenerate: (messageId: string, model?: string) =>
        void client.regenerate(sessionId, messageId, model ? { model } : {}).catch(failed),
    };
  }, [client, sessionId, t, onFocusLost]);

  const onLoadOlder = useCallback(
    () =>
      client.loadOlder(sessionId).then(
        () => true,
        (thrown: unknown) => {
          notify(thrownWords(t, thrown));
          return false;
        },
      ),
    [client, sessionId, t],
  );

  const refused = useMemo(
    () => ({
      onResend: (messageId: string) => client.retryMessage(sessionId, messageId),
      onEdit: (messageId: string) => composer.current?.takeBack(client.dropMessage(sessionId, messageId)),
      onDiscard: (messageId: string) => {
        client.dropMessage(sessionId, messageId);
        onFocusLost();
      },
    }),
    [client, sessionId, composer, onFocusLost],
  );

  return {
    stopReports,
    queue,
    versions,
    onSend,
    onEditLast,
    onStop,
    onAnswer,
    onFocusLost,
    onLoadOlder,
    refused,
  };
}
