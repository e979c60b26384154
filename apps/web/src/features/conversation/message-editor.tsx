// A text that was sent, being changed in its place: Enter saves, Escape leaves it as it was.
import { isTooLargeToSend } from '@slipstream/client';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { createCompositionWatch } from '../composer/composition.ts';
import { useGrowingField } from '../composer/use-growing-field.ts';

type EditorProps = { text: string; onSend: (text: string) => void; onCancel: () => void };

export function MessageEditor({ text, onSend, onCancel }: EditorProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState(text);
  const tooLong = useMemo(() => isTooLargeToSend(words.trim()), [words]);
  const field = useRef<HTMLTextAreaElement>(null);
  const [composition] = useState(() => createCompositionWatch((run) => setTimeout(run, 0)));
  useGrowingField(field, words);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  const send = () => {
    const trimmed = words.trim();
    if (trimmed === text) onCancel();
    else if (trimmed !== '' && !tooLong) onSend(trimmed);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (composition.owns(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      className="w-full max-w-[min(38rem,100%)] rounded-lg border border-accent bg-raised p-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        value={words}
        aria-label={t('conversation.editMessage')}
        className="block max-h-[38dvh] w-full field-sizing-content resize-none overflow-y-auto bg-transparent px-2 py-1 text-base outline-none"
        onChange={(event) => setWords(event.target.value)}
        onCompositionEnd={composition.ended}
        onKeyDown={onKeyDown}
      />
      {tooLong && (
        <p role="alert" className="px-2 text-bad text-sm">
          {t('composer.tooLong')}
        </p>
      )}
      <div className="flex justify-end gap-2 pt-1">
        <Button look="quiet" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button look="primary" type="submit" disabled={words.trim() === '' || tooLong}>
          {t('composer.send')}
        </Button>
      </div>
    </form>
  );
}
