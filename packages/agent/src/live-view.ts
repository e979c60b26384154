// The view of the running turn. What a model says is folded when somebody looks, many pieces at once: the fold gives the
// same however neighbouring pieces are joined, and nobody looks at each of them.
import { type AgentEvent, applyEvent, emptyTurnView, type TurnView } from '@slipstream/protocol';
import { continuesRun, isSpeech, type SpeechRun, startRun } from './speech-run.ts';

export type LiveView = {
  /** Null between turns. */
  get(): TurnView | null;
  apply(event: AgentEvent): void;
};

/** So that what waits is never more than the view itself. */
const maxPieces = 256;

export function createLiveView(): LiveView {
  let view: TurnView | null = null;
  let said: SpeechRun | undefined;

  const fold = () => {
    if (view && said) view = applyEvent(view, { ...said.event, text: said.texts.join('') });
    said = undefined;
  };

  return {
    get() {
      fold();
      return view;
    },
    apply(event) {
      if (isSpeech(event)) {
        if (!view) return;
        if (said && said.texts.length < maxPieces && continuesRun(said, event)) said.texts.push(event.text);
        else {
          fold();
          said = startRun(event);
        }
        return;
      }
      fold();
      if (event.type === 'turn.started' && !event.agent) view = emptyTurnView(event.turnId);
      if (view) view = applyEvent(view, event);
      if (event.type === 'turn.finished' && !event.agent) view = null;
    },
  };
}
