// Short notes about something that just went wrong or was done, at the foot of the page; on a phone, where the composer
// is there, below its head. One place, so that a screen
// reader hears each once.
import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

type Note = { id: number; text: string; action?: { label: string; run: () => void } };

const shownMs = 6000;
const listeners = new Set<() => void>();
let notes: readonly Note[] = [];
let nextId = 1;

function setNotes(next: readonly Note[]) {
  notes = next;
  for (const listener of listeners) listener();
}

/** Shows `text` for a few seconds, with one thing that can be done about it. */
export function notify(text: string, action?: Note['action']) {
  setNotes([...notes.slice(-2), { id: nextId++, text, ...(action ? { action } : {}) }]);
}

function dismiss(id: number) {
  setNotes(notes.filter((note) => note.id !== id));
}

/** Takes all notes away at once. */
export function dismissAll() {
  setNotes([]);
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toaster() {
  const shown = useSyncExternalStore(listen, () => notes);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-center gap-2 px-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:top-[calc(3.5rem+env(safe-area-inset-top))] max-sm:bottom-auto"
    >
      {shown.map((note) => (
        <Toast key={note.id} note={note} />
      ))}
    </div>
  );
}

function Toast({ note }: { note: Note }) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(() => dismiss(note.id), shownMs);
    return () => clearTimeout(timer);
  }, [note.id]);
  const act = () => {
    note.action?.run();
    dismiss(note.id);
  };
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-2 rounded-md border border-line bg-raised py-1 pr-1 pl-4 text-sm shadow-float">
      <span className="min-w-0 break-words">{note.text}</span>
      {note.action && (
        <button
          type="button"
          className="rounded-sm px-2 py-1 font-medium text-accent hover:bg-mist"
          onClick={act}
        >
          {note.action.label}
        </button>
      )}
      <IconButton label={t('ui.close')} onClick={() => dismiss(note.id)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
