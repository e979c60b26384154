// What a model says piece by piece, held as one event and the texts of the pieces: of a long answer an event for each of
// them would be most of what a session holds, and most of what the collector of garbage looks at.
import type { EventOf } from '@slipstream/protocol';

export type Speech = EventOf<'text.delta'> | EventOf<'reasoning.delta'>;

export type SpeechRun = {
  /** All that the pieces have in common; its own text is the first one. */
  readonly event: Speech;
  texts: string[];
  /** The event's JSON up to its text, without the brace. */
  readonly head: string;
};

export function isSpeech(event: { type: string }): event is Speech {
  return event.type === 'text.delta' || event.type === 'reasoning.delta';
}

export function startRun(event: Speech): SpeechRun {
  const { text, ...rest } = event;
  return { event, texts: [text], head: JSON.stringify(rest).slice(1, -1) };
}

/** Whether the event differs from those of the run in its text alone. */
export function continuesRun({ event: first }: SpeechRun, event: Speech): boolean {
  return (
    first.type === event.type &&
    first.step === event.step &&
    first.turnId === event.turnId &&
    first.agent?.id === event.agent?.id
  );
}
