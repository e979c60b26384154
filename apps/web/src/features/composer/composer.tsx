// Where a message is written. Enter sends, Shift+Enter breaks the line, nothing happens while an input method
// composes. While a turn runs Stop takes Send's place; with text typed both are there, and Send queues; Ctrl+Enter joins
// the work that runs.
import { ArrowUp, CornerUpRight, Paperclip, Square } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';
import { useAttachments } from '../attachments/use-attachments.ts';
import { WaitingFiles } from '../attachments/waiting-files.tsx';
import { createCompositionWatch } from './composition.ts';
import { useDraft } from './draft.ts';
import { RoundButton } from './round-button.tsx';
import { useGrowingField } from './use-growing-field.ts';

/** What others may do with the composer: give it a text to go on with. */
export type ComposerHandle = { fill(text: string): void; focus(): void };

type ComposerProps = {
  draftKey: string;
  running: boolean;
  stopping: boolean;
  /** Where files are sent to. */
  sessionId: string;
  /** `steer`: it joins the work that runs. */
  onSend: (text: string, more?: { whenBusy?: 'steer'; attachments?: readonly string[] }) => void;
  onStop: () => void;
  /** Stands at the left foot: the model, say. */
  foot: ReactNode;
  handle?: Ref<ComposerHandle>;
};

/** Typing must not wait for a stream: it is shown anew only when something of its own changed. */
export const Composer = memo((props: ComposerProps) => {
  const { draftKey, sessionId, running, stopping, onSend, onStop, foot, handle } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useDraft(draftKey);
  const [composition] = useState(() => createCompositionWatch((run) => setTimeout(run, 0)));
  useGrowingField(field, text);
  const empty = text.trim() === '';
  const attached = useAttachments(sessionId);
  const picker = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined, event: { preventDefault(): void }) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    attached.add(files);
  };

  const focus = useCallback(() => field.current?.focus(), []);
  useImperativeHandle(
    handle,
    () => ({
      focus,
      fill: (words) => {
        setText(words);
        focus();
      },
    }),
    [focus, setText],
  );

  const send = (whenBusy?: 'steer') => {
    if (empty || attached.uploading) return;
    const attachments = attached.files.flatMap((file) => (file.info ? [file.info.id] : []));
    const more = {
      ...(whenBusy && attachments.length === 0 ? { whenBusy } : {}),
      ...(attachments.length > 0 ? { attachments } : {}),
    };
    onSend(text.trim(), ...(Object.keys(more).length > 0 ? [more] : []));
    attached.clear();
    setText('');
    focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    // An Enter that chooses a word ends there: it neither sends nor breaks the line.
    if (composition.owns(event.nativeEvent)) return;
    event.preventDefault();
    send(running && (event.ctrlKey || event.metaKey) ? 'steer' : undefined);
  };

  return (
    <form
      className="rounded-lg border border-edge bg-raised shadow-float transition-colors duration-120 focus-within:border-accent"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => take(event.dataTransfer.files, event)}
    >
      <WaitingFiles files={attached.files} onRemove={attached.remove} />
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={t('composer.label')}
        placeholder={t(running ? 'composer.placeholderRunning' : 'composer.placeholder')}
        enterKeyHint="send"
        className="block max-h-[min(20rem,38dvh)] w-full field-sizing-content resize-none overflow-y-auto bg-transparent px-4 pt-3 pb-1 text-base outline-none placeholder:text-muted"
        onChange={(event) => setText(event.target.value)}
        onCompositionEnd={composition.ended}
        onKeyDown={onKeyDown}
        onPaste={(event) => take(event.clipboardData.files, event)}
      />
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
        {running && (
          <RoundButton
            look={empty ? 'strong' : 'plain'}
            label={t(stopping ? 'composer.stopping' : 'composer.stop')}
            disabled={stopping}
            onClick={onStop}
          >
            <Square aria-hidden fill="currentColor" className="size-3.5" />
          </RoundButton>
        )}
        {running && !empty && (
          <RoundButton look="plain" label={t('composer.steer')} onClick={() => send('steer')}>
            <CornerUpRight aria-hidden className="size-5" />
          </RoundButton>
        )}
        {(!running || !empty) && (
          <RoundButton
            look="accent"
            type="submit"
            label={t(running ? 'composer.queue' : 'composer.send')}
            disabled={empty || attached.uploading}
          >
            <ArrowUp aria-hidden className="size-5" />
          </RoundButton>
        )}
      </div>
    </form>
  );
});
