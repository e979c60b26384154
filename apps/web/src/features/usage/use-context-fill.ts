import type { SessionState } from '@slipstream/client';
import { useMemo } from 'react';
import { type ContextFill, fillOfMessages, fillOfTurn } from './to-context-fill.ts';

/** Keeps its value while a turn streams, so that nothing is drawn anew for each frame. */
export function useContextFill({ messages, turn }: SessionState): ContextFill | null {
  const settled = useMemo(() => fillOfMessages(messages), [messages]);
  const { tokens, estimated } = fillOfTurn(turn) ?? settled ?? { tokens: null, estimated: false };
  return useMemo(() => (tokens === null ? null : { tokens, estimated }), [tokens, estimated]);
}
