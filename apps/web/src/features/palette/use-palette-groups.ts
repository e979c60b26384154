// What the palette finds for what is typed: chats by their titles, what can be done in this chat, settings, and places
// in messages, which the server looks for.
import type { SearchHit } from '@slipstream/protocol';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useClient, useReadOnly, useSessionList } from '../../app/client-context.tsx';
import { commandsFor } from '../commands/commands.ts';
import { chatCommands } from './chat-commands.ts';
import { useSettingEntries } from './use-setting-entries.ts';

export type Entry = { value: string; label: string; note?: string; run: () => void };
export type EntryGroup = { value: string; items: Entry[] };

const pauseMs = 180;
const maxChats = 8;
const maxHits = 8;
const recentChats = 5;

export function usePaletteGroups(query: string): EntryGroup[] {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { sessions } = useSessionList();
  const settings = useSettingEntries();
  const hits = useHits(query);
  const [chat] = useState(chatCommands);
  const readOnly = useReadOnly();
  return useMemo(() => {
    const wanted = query.trim().toLowerCase();
    const fits = ({ label, note = '' }: Entry) => `${label} ${note}`.toLowerCase().includes(wanted);
    const chats = sessions.map(
      ({ id, title }): Entry => ({
        value: id,
        label: title || t('sessions.untitled'),
        run: () => navigate(`/s/${id}`),
      }),
    );
    const commands: Entry[] = [
      ...(readOnly ? [] : [{ value: 'new', label: t('sessions.new'), run: () => navigate('/') }]),
      ...(chat ? commandsFor(chat.exists).filter((name) => name !== 'clear') : []).map((name) => ({
        value: name,
        label: t(`commands.${name}`),
        note: `/${name}`,
        run: () => chat?.run({ name, argument: '' }),
      })),
    ];
    const places = hits.map(
      (hit, index): Entry => ({
        value: `hit-${index}`,
        label: hit.snippet,
        note: hit.title || t('sessions.untitled'),
        run: () => navigate(`/s/${hit.sessionId}${hit.messageId === null ? '' : `#m-${hit.messageId}`}`),
      }),
    );
    const groups = [
      {
        value: t(wanted === '' ? 'palette.recent' : 'sessions.label'),
        items: chats.filter(fits).slice(0, wanted === '' ? recentChats : maxChats),
      },
      { value: t('palette.commands'), items: commands.filter(fits) },
      { value: t('settings.label'), items: settings.filter(fits) },
      { value: t('palette.messages'), items: wanted === '' ? [] : places },
    ];
    return groups.filter(({ items }) => items.length > 0);
  }, [query, sessions, settings, hits, chat, readOnly, navigate, t]);
}

/** Places in messages; what was found stays until the next answer. */
function useHits(query: string): readonly SearchHit[] {
  const client = useClient();
  const [hits, setHits] = useState<readonly SearchHit[]>([]);
  useEffect(() => {
    if (query.trim() === '') {
      setHits([]);
      return;
    }
    let gone = false;
    const set = (found: readonly SearchHit[]) =>
      !gone && setHits(found.filter(({ kind }) => kind === 'message').slice(0, maxHits));
    const timer = setTimeout(() => client.search(query.trim()).then(set, () => set([])), pauseMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, query]);
  return hits;
}
