// The newest events of a session, for readers that come back: bounded, and what a model says piece by piece is kept as runs.
import type { AgentEvent, SequencedEvent } from '@slipstream/protocol';
import { isDelta } from './join-deltas.ts';
import { continuesRun, isSpeech, type SpeechRun, startRun } from './speech-run.ts';

export type KeptEvents = {
  /** Each with the number after the one before; gives the run that it went into, if it is a piece of speech. */
  add(seq: number, event: AgentEvent): SpeechRun | undefined;
  /** The events from this number on, or null where they are not kept any more. */
  from(seq: number): SequencedEvent[] | null;
  clear(): void;
};

type Kept = { seq: number; event: AgentEvent; run?: undefined } | { seq: number; run: SpeechRun };

/** `chars` counts UTF-16 units of texts, and something for each event. */
export function createKeptEvents(limit: { events: number; chars: number }): KeptEvents {
  let kept: Kept[] = [];
  let count = 0;
  let chars = 0;

  const trim = () => {
    let from = 0;
    for (let first = kept[0]; first; first = kept[from]) {
      if (count <= limit.events && chars <= limit.chars) break;
      if (!first.run) drop(sizeOf(first.event));
      else {
        const { texts } = first.run;
        let cut = 0;
        for (; cut < texts.length && (count > limit.events || chars > limit.chars); cut += 1)
          drop(fixed + (texts[cut]?.length ?? 0));
        if (cut < texts.length) {
          // The open run goes on being the same one.
          first.run.texts = texts.slice(cut);
          first.seq += cut;
          break;
        }
      }
      from += 1;
    }
    kept = kept.slice(from);
  };
  const drop = (size: number) => {
    count -= 1;
    chars -= size;
  };
  const put = (seq: number, event: AgentEvent): SpeechRun | undefined => {
    if (!isSpeech(event)) {
      kept.push({ seq, event });
      return undefined;
    }
    const last = kept.at(-1);
    if (last?.run && continuesRun(last.run, event)) {
      last.run.texts.push(event.text);
      return last.run;
    }
    const run = startRun(event);
    kept.push({ seq, run });
    return run;
  };

  return {
    add(seq, event) {
      const run = put(seq, event);
      count += 1;
      chars += sizeOf(event);
      // Trimmed by halves, so that keeping costs a constant per event.
      if (count > limit.events * 2 || chars > limit.chars * 2) trim();
      return run;
    },
    from(seq) {
      const first = kept[0]?.seq;
      if (first === undefined || seq < first) return null;
      const events: SequencedEvent[] = [];
      for (const each of kept) {
        if (!each.run) {
          if (each.seq >= seq) events.push({ seq: each.seq, ...each.event });
          continue;
        }
        const { event, texts } = each.run;
        for (let index = Math.max(0, seq - each.seq); index < texts.length; index += 1)
          events.push({ seq: each.seq + index, ...event, text: texts[index] ?? '' });
      }
      return events;
    },
    clear() {
      kept = [];
      count = 0;
      chars = 0;
    },
  };
}

const fixed = 200;

function sizeOf(event: AgentEvent): number {
  if (isDelta(event)) return fixed + event.text.length;
  if (event.type === 'tool.finished') return fixed + event.output.length;
  if (event.type === 'tool.started') return fixed + JSON.stringify(event.args).length;
  if (event.type === 'approval.requested')
    return fixed + JSON.stringify(event.args).length + (event.preview?.length ?? 0);
  if (event.type === 'turn.finished') return fixed + 2 * event.text.length;
  if (event.type === 'turn.started') return fixed + (event.message?.text.length ?? 0);
  return fixed;
}
