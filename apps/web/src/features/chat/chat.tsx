// One session's page: its head, its conversation or the start page, and the composer. The same element serves a chat
// that does not exist yet, so that nothing jumps when its first message gives it an address.
import type { SessionState } from '@slipstream/client';
import type { Message } from '@slipstream/protocol';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadOnly, useSession } from '../../app/client-context.tsx';
import { ForOwner } from '../../app/for-owner.tsx';
import { capsOf } from '../../app/keys.ts';
import { useMedia } from '../../app/use-media.ts';
import { usePageKeys } from '../../app/use-page-keys.ts';
import { Composer, type ComposerHandle } from '../composer/composer.tsx';
import { newChatDraft } from '../composer/draft.ts';
import { MentionProvider } from '../composer/mention.ts';
import { QueueStrip } from '../composer/queue-strip.tsx';
import { RefusedMessages } from '../composer/refused-messages.tsx';
import { Conversation } from '../conversation/conversation.tsx';
import { useHold } from '../markdown/hold.ts';
import { DemoBanner } from '../models/demo-banner.tsx';
import { ModelPicker } from '../models/model-picker.tsx';
import { findModel, useModels } from '../models/models-context.tsx';
import { ModePicker } from '../modes/mode-picker.tsx';
import { useProvideCommands } from '../palette/chat-commands.ts';
import { usePlanShown } from '../plan/use-plan-shown.ts';
import { DemoStart, EmptyDemoChat } from '../read-only/demo-start.tsx';
import { ReadOnlyNotice } from '../read-only/read-only-notice.tsx';
import { SidePanel } from '../side-panel/side-panel.tsx';
import { besideChat } from '../side-panel/side-panel-context.tsx';
import { StartPage } from '../start/start-page.tsx';
import { TodoList } from '../todo/todo-list.tsx';
import { useTodos } from '../todo/use-todos.ts';
import { ContextMeter } from '../usage/context-meter.tsx';
import { SessionCost } from '../usage/session-spent.tsx';
import { useContextFill } from '../usage/use-context-fill.ts';
import { Announcer } from './announcer.tsx';
import { ChatHeader } from './chat-header.tsx';
import { DeletedNotice } from './deleted-notice.tsx';
import { useChatActions } from './use-chat-actions.ts';
import { useChatCommands } from './use-chat-commands.ts';
import { useChosenMode } from './use-chosen-mode.ts';
import { useChosenModel } from './use-chosen-model.ts';
import { useDeleting } from './use-deleting.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { useFocusKept } from './use-focus-kept.ts';
import { useStopKey } from './use-stop-key.ts';

type ChatProps = {
  sessionId: string;
  /** It has no address yet; the first message gives it one. */
  isNew: boolean;
  onCreated: () => void;
  onOpenList: () => void;
  listShown: boolean;
};

export function Chat({ sessionId, isNew, onCreated, onOpenList, listShown }: ChatProps) {
  const { t } = useTranslation();
  const state = useSession(sessionId);
  const readOnly = useReadOnly();
  const composer = useRef<ComposerHandle>(null);
  const [model, chooseModel] = useChosenModel(state);
  const [mode, chooseMode] = useChosenMode(state);
  const chosen = findModel(useModels(), model);
  const actions = useChatActions({ state, model, mode, isNew, onCreated, composer });
  const running = state.turn !== null;
  const deleting = useDeleting(state, actions.onFocusLost);
  const exists = state.session !== null;
  const { onSend } = actions;
  const { given, onCommand } = useChatCommands({ sessionId, exists, chooseModel, chooseMode, onSend });
  const fill = useContextFill(state);
  const todos = useTodos(state);
  const foot = useMemo(
    () => (
      <>
        <ModelPicker value={model} onChoose={chooseModel} />
        <ModePicker value={mode} onChoose={chooseMode} />
        <ContextMeter fill={fill} model={chosen} />
        <SessionCost session={state.session} />
      </>
    ),
    [model, chooseModel, mode, chooseMode, fill, chosen, state.session],
  );
  const mention = useCallback((path: string) => composer.current?.mention(path), []);
  useStopKey(running && !state.stopping && !readOnly, actions.onStop);
  useProvideCommands(
    readOnly
      ? null
      : {
          sessionId,
          exists,
          run(command) {
            const left = onCommand(command);
            if (left !== '') composer.current?.fill(left);
          },
        },
  );
  usePageKeys(readOnly ? {} : { write: () => composer.current?.focus() });
  useFocusKept(actions.onFocusLost);
  useDocumentTitle(state);
  usePlanShown(state, isNew, useMedia(besideChat));

  // Nobody can begin a chat at its address here.
  if (readOnly && !isNew && state.phase === 'ready' && !exists && !state.deleted)
    return <DeletedNotice missing onOpenList={onOpenList} listShown={listShown} />;
  if (state.deleted) return <DeletedNotice onOpenList={onOpenList} listShown={listShown} />;
  return (
    <div className="flex h-full">
      <main className="flex h-full min-w-0 flex-1 flex-col">
        <ChatHeader
          session={state.session}
          begun={state.pending.length > 0}
          onOpenList={onOpenList}
          listShown={listShown}
        />
        {chosen?.demo && (
          <ForOwner>
            <DemoBanner />
          </ForOwner>
        )}
        <Middle
          state={state}
          isNew={isNew}
          actions={actions}
          demo={chosen?.demo ?? false}
          onOpenList={onOpenList}
          listShown={listShown}
          onDeleteMessage={deleting.ask}
        />
        <div data-only-screen className="shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
          <div className="mx-auto w-full max-w-talk">
            <TodoList todos={todos} />
            <ForOwner>
              <RefusedMessages pending={state.pending} actions={actions.refused} />
            </ForOwner>
            <QueueStrip queue={state.queue} paused={state.queuePaused && !running} actions={actions.queue} />
            <ForOwner otherwise={!isNew && <ReadOnlyNotice />}>
              <Composer
                sessionId={sessionId}
                draftKey={isNew ? newChatDraft : sessionId}
                running={running}
                stopping={state.stopping}
                hasSession={exists}
                given={given}
                onSend={onSend}
                onStop={actions.onStop}
                onCommand={onCommand}
                onEditLast={actions.onEditLast}
                handle={composer}
                foot={foot}
              />
              <p className="mt-1.5 text-center text-muted text-xs coarse:hidden max-sm:hidden">
                {t(running ? 'composer.hintRunning' : 'composer.hint', {
                  now: capsOf('now'),
                  line: capsOf('line'),
                })}
              </p>
            </ForOwner>
          </div>
        </div>
        <Announcer state={state} />
        {deleting.dialog}
      </main>
      {!isNew && (
        <MentionProvider value={mention}>
          <SidePanel state={state} />
        </MentionProvider>
      )}
    </div>
  );
}

type MiddleProps = {
  state: SessionState;
  isNew: boolean;
  actions: ReturnType<typeof useChatActions>;
  demo: boolean;
  onOpenList: () => void;
  listShown: boolean;
  onDeleteMessage: (message: Message) => void;
};

function Middle({ state, isNew, actions, demo, onDeleteMessage, ...list }: MiddleProps) {
  const { t } = useTranslation();
  const none = state.messages.length === 0 && state.turn === null && state.pending.length === 0;
  // A newest message that is too large for a snapshot is fetched like older ones.
  const empty = none && !state.hasMore;
  // What was shown once is not taken away again.
  const shown = useRef(false);
  const held = useHold() && !shown.current && state.pending.length === 0;
  shown.current ||= !empty && !held;
  if (!empty && !held)
    return (
      <Conversation
        state={state}
        stopReports={actions.stopReports}
        onSend={actions.onSend}
        onAnswer={actions.onAnswer}
        onFocusLost={actions.onFocusLost}
        onLoadOlder={actions.onLoadOlder}
        onDeleteMessage={onDeleteMessage}
        {...actions.versions}
      />
    );
  if (empty && (isNew || state.phase === 'ready'))
    return (
      <ForOwner otherwise={isNew ? <DemoStart {...list} /> : <EmptyDemoChat />}>
        <StartPage onTry={actions.onSend} demo={demo} />
      </ForOwner>
    );
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center">
      <h1 className="late text-muted text-sm">{t('conversation.loading')}</h1>
    </div>
  );
}
