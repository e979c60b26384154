// Where a message is written. Enter sends, or queues while a turn runs; Ctrl+Enter joins the work that runs; nothing
// happens while an input method composes. `/` and `@` open a list, whose keys come before all others.
import { isTooLargeToSend } from '@slipstream/client';
import { Paperclip } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isKey } from '../../app/keys.ts';
import { IconButton } from '../../ui/button.tsx';
import { useAttachments } from '../attachments/use-attachments.ts';
import { WaitingFiles } from '../attachments/waiting-files.tsx';
import { type Command, toCommand } from '../commands/commands.ts';
import { createCompositionWatch } from './composition.ts';
import { useDraft } from './draft.ts';
import { SendButtons } from './send-buttons.tsx';
import { optionId, SuggestionList } from './suggestion-list.tsx';
import { withMention } from './triggers.ts';
import { useCaret } from './use-caret.ts';
import { useGrowingField } from './use-growing-field.ts';
import { type Arguments, useSuggestions } from './use-suggestions.ts';

/** What others may do with the composer: give it a text to go on with. */
export type ComposerHandle = {
  fill(text: string): void;
  /** Puts `text` before what is being written, which stays. */
  takeBack(text: string): void;
  /** Names a file where the caret is. */
  mention(path: string): void;
  focus(): void;
};

type ComposerProps = {
  draftKey: string;
  running: boolean;
  stopping: boolean;
  /** Where files are sent to. */
  sessionId: string;
  /** It has had its first message. */
  hasSession: boolean;
  /** `steer`: it joins the work that runs. */
  onSend: (text: string, more?: { whenBusy?: 'steer'; attachments?: readonly string[] }) => void;
  onStop: () => void;
  /** Does what was typed instead of a message; the text that stays in the field then. */
  onCommand: (command: Command) => string;
  /** Begins to change the last message of the person; false where there is none. */
  onEditLast: () => boolean;
  given: Arguments;
  /** Stands at the left foot: the model, say. */
  foot: ReactNode;
  handle?: Ref<ComposerHandle>;
};

/** Typing must not wait for a stream: it is shown anew only when something of its own changed. */
export const Composer = memo((props: ComposerProps) => {
  const { draftKey, sessionId, running, stopping, onSend, onStop, onCommand, foot, handle } = props;
  const { t } = useTranslation();
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useDraft(draftKey);
  const [caret, noteCaret, moveCaret] = useCaret(field);
  const [composition] = useState(() => createCompositionWatch((run) => setTimeout(run, 0)));
  useGrowingField(field, text);
  const empty = text.trim() === '';
  const tooLong = useMemo(() => isTooLargeToSend(text.trim()), [text]);
  const attached = useAttachments(sessionId);
  const picker = useRef<HTMLInputElement>(null);
  const offered = useSuggestions(text, caret, props.hasSession, props.given);
  const take = (list: FileList | null | undefined, event: { preventDefault(): void }) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    attached.add(files);
  };

  const focus = useCallback(() => field.current?.focus(), []);
  const put = useCallback(
    (words: string, at = words.length) => {
      setText(words);
      moveCaret(at);
    },
    [setText, moveCaret],
  );
  useImperativeHandle(
    handle,
    () => ({
      focus,
      fill: (words) => {
        put(words);
        focus();
      },
      mention: (path) => {
        const next = withMention(text, Math.min(caret, text.length), path);
        put(next.text, next.caret);
        focus();
      },
      takeBack: (words) => {
        put(empty ? words : `${words}\n\n${text}`, words.length);
        focus();
      },
    }),
    [focus, put, empty, text, caret],
  );

  const send = (words: string, whenBusy?: 'steer') => {
    const command = attached.files.length === 0 && toCommand(words);
    if (command) {
      // Before anything else: a command may leave this chat, whose draft is then empty.
      flushSync(() => put(''));
      const left = onCommand(command);
      if (left !== '') put(left);
      return;
    }
    if (words.trim() === '' || tooLong || attached.uploading) return;
    const attachments = attached.files.flatMap((file) => (file.info ? [file.info.id] : []));
    const more = {
      ...(whenBusy && attachments.length === 0 ? { whenBusy } : {}),
      ...(attachments.length > 0 ? { attachments } : {}),
    };
    onSend(words.trim(), ...(Object.keys(more).length > 0 ? [more] : []));
    attached.clear();
    put('');
    focus();
  };

  const choose = (index: number, run: boolean) => {
    const chosen = offered.list[index];
    if (!chosen) return;
    const next = offered.put(chosen);
    if (run && chosen.runs) send(next.text);
    else put(next.text, next.caret);
  };

  /** True where the key was the list's. */
  const onListKey = (event: KeyboardEvent): boolean => {
    if (!offered.open) return false;
    // Going back from the field leaves the list.
    if (event.key === 'Tab' && event.shiftKey) {
      flushSync(offered.close);
      return false;
    }
    if (isKey(event, 'move')) offered.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (isKey(event, 'choose')) choose(offered.index, true);
    else if (isKey(event, 'complete')) choose(offered.index, false);
    else if (isKey(event, 'close')) offered.close();
    else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // A key that chooses a word or gives one up ends there: it neither sends nor stops nor breaks the line.
    if (composition.owns(event.nativeEvent)) return event.stopPropagation();
    if (onListKey(event)) event.stopPropagation();
    else if (isKey(event, 'now')) send(text, running ? 'steer' : undefined);
    else if (isKey(event, 'send')) send(text);
    else if (!(isKey(event, 'editLast') && text === '' && props.onEditLast())) return;
    event.preventDefault();
  };

  return (
    <form
      className="relative rounded-lg border border-edge bg-raised shadow-float transition-colors duration-120 focus-within:border-accent"
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => take(event.dataTransfer.files, event)}
    >
      {offered.open && offered.kind && (
        <SuggestionList
          id={listId}
          kind={offered.kind}
          list={offered.list}
          index={offered.index}
          onPoint={offered.point}
          onChoose={(index) => choose(index, true)}
        />
      )}
      <p role="status" className="sr-only">
        {offered.open && t('suggestions.count', { count: offered.list.length })}
      </p>
      <WaitingFiles files={attached.files} onRemove={attached.remove} />
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={text}
        aria-label={t('composer.label')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={offered.open ? listId : undefined}
        aria-activedescendant={offered.open ? optionId(listId, offered.index) : undefined}
        placeholder={t(running ? 'composer.placeholderRunning' : 'composer.placeholder')}
        enterKeyHint="send"
        className="block max-h-[min(20rem,38dvh)] w-full field-sizing-content resize-none overflow-y-auto bg-transparent px-4 pt-3 pb-1 text-base outline-none placeholder:text-muted"
        onChange={(event) => {
          setText(event.target.value);
          noteCaret();
        }}
        onSelect={noteCaret}
        onBlur={offered.close}
        onCompositionEnd={composition.ended}
        onKeyDown={onKeyDown}
        onPaste={(event) => take(event.clipboardData.files, event)}
      />
      {tooLong && (
        <p role="alert" className="px-4 pt-1 text-bad text-sm">
          {t('composer.tooLong')}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        aria-label={t('attachments.add')}
        className="hidden"
        onChange={(event) => {
          attached.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div className="flex items-center gap-2 py-2 pr-2 pl-2">
        <IconButton label={t('attachments.add')} onClick={() => picker.current?.click()}>
          <Paperclip aria-hidden />
        </IconButton>
        <div className="flex min-w-0 flex-1 items-center">{foot}</div>
        <SendButtons
          running={running}
          stopping={stopping}
          empty={empty}
          tooLong={tooLong}
          uploading={attached.uploading}
          onStop={onStop}
          onSteer={() => send(text, 'steer')}
        />
      </div>
    </form>
  );
});
