// Tells screen readers what they must not miss: that an answer is there, how a turn ended, that something waits for
// them. Never the text as it streams.
import type { SessionState } from '@slipstream/client';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callsWaiting, describeWaiting } from '../trace/describe-now.ts';

export function Announcer({ state }: { state: SessionState }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const watched = useRef<string | null>(null);
  const turnId = state.turn?.turnId ?? null;
  const calls = state.turn ? callsWaiting(state.turn) : [];
  const waiting = calls.length;
  const { kind } = describeWaiting(calls);
  useEffect(() => {
    if (turnId !== null) {
      watched.current = turnId;
      setWords(waiting > 0 ? t(`live.${kind}`, { count: waiting }) : '');
      return;
    }
    const ended = state.messages.findLast(
      (message) => message.role === 'assistant' && message.turnId === watched.current,
    );
    if (!ended) return;
    watched.current = null;
    setWords(ended.status === 'completed' ? t('conversation.finished') : t(`ending.${ended.status}`));
  }, [turnId, waiting, kind, state.messages, t]);
  return (
    <p className="sr-only" aria-live="polite" data-announcer>
      {words}
    </p>
  );
}
