import { useMemo, useRef } from 'react';
import { createCompositionWatch } from '../composer/composition.ts';
import { useGrowingField } from '../composer/use-growing-field.ts';

type OwnWordsProps = {
  label: string;
  value: string;
  disabled: boolean;
  onChange: (text: string) => void;
  onSend: () => void;
  /** For a field that a person has just asked for. */
  autoFocus?: boolean;
};

/** An answer of one's own: Enter sends it, Shift+Enter breaks the line, an input method's keys are its own. */
export function OwnWords({ label, value, disabled, onChange, onSend, autoFocus = false }: OwnWordsProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const watch = useMemo(() => createCompositionWatch((run) => setTimeout(run)), []);
  useGrowingField(field, value);
  return (
    <label className="mt-3 block text-muted text-sm">
      {label}
      <textarea
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: only where a person has just asked for the field
        autoFocus={autoFocus}
        rows={1}
        value={value}
        maxLength={4000}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onCompositionEnd={watch.ended}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          if (watch.owns({ isComposing: event.nativeEvent.isComposing, keyCode: event.keyCode })) return;
          event.preventDefault();
          onSend();
        }}
        className="field-sizing-content mt-1 block max-h-40 min-h-9 w-full resize-none rounded-sm border border-edge bg-paper px-3 py-1.5 text-ink text-sm coarse:text-base"
      />
    </label>
  );
}
