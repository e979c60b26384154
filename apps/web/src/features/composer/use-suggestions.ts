// The list that `/` and `@` open: what is in it for the text at the caret, which entry the keys are on, and whether it
// was closed. Choosing gives back the new text; nothing here touches the field.
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { commandsFor, goesOn, isCommandName } from '../commands/commands.ts';
import { type TakesOne, type Trigger, toMention, toTrigger } from './triggers.ts';
import { useFoundPaths } from './use-found-paths.ts';

/** `text` takes the trigger's place; `runs`: it is a whole command then. */
export type Suggestion = { id: string; label: string; note?: string; text: string; runs: boolean };

export type Argument = { value: string; label: string; note?: string };
/** What the commands that take one of several can be given. */
export type Arguments = Readonly<Record<TakesOne, readonly Argument[]>>;

type Skill = { name: string; description: string };

export function useSuggestions(text: string, caret: number, hasSession: boolean, given: Arguments) {
  const { t } = useTranslation();
  const trigger = useMemo(() => toTrigger(text, caret), [text, caret]);
  const place = trigger && `${trigger.kind} ${trigger.start}`;
  const [closed, setClosed] = useState<string | null>(null);
  const [at, setAt] = useState({ key: '', index: 0 });
  const skills = useSkills(trigger?.kind === 'command');
  const paths = useFoundPaths(trigger?.kind === 'file' ? trigger.query : null);

  // Where the caret leaves what was closed, the next one opens again.
  useEffect(() => setClosed((before) => (before === place ? before : null)), [place]);

  const list = useMemo((): Suggestion[] => {
    if (!trigger) return [];
    const wanted = trigger.query.toLowerCase();
    if (trigger.kind === 'file') return paths.map((path) => toFile(path, trigger.query));
    if (trigger.kind === 'argument') {
      const all = given[trigger.command];
      const fits = ({ label, value }: Argument) => `${label} ${value}`.toLowerCase().includes(wanted);
      return all.filter(fits).map(({ value, label, note }) => ({
        id: value,
        label,
        ...(note ? { note } : {}),
        text: value,
        runs: true,
      }));
    }
    const commands = commandsFor(hasSession).map((name) => ({
      id: name,
      label: `/${name}`,
      note: t(`commands.${name}`),
      text: goesOn(name) ? `/${name} ` : `/${name}`,
      runs: !goesOn(name),
    }));
    const own = skills
      .filter(({ name }) => !isCommandName(name))
      .map(({ name, description }) => ({
        id: `skill-${name}`,
        label: `/${name}`,
        note: description,
        text: `/${name} `,
        runs: false,
      }));
    return rank([...commands, ...own], wanted);
  }, [trigger, paths, given, hasSession, skills, t]);

  const open = trigger !== null && closed !== place && list.length > 0;
  const key = `${place} ${trigger?.query}`;
  const index = at.key === key ? Math.min(at.index, list.length - 1) : 0;
  return {
    kind: trigger?.kind ?? null,
    list: open ? list : [],
    open,
    index,
    move(by: 1 | -1) {
      setAt({ key, index: (index + by + list.length) % list.length });
    },
    point: (to: number) => setAt({ key, index: to }),
    close: () => setClosed(place),
    /** The whole text with the choice in it, and where the caret goes. */
    put: ({ text: words }: Suggestion) => (trigger ? withChoice(text, trigger, words) : { text, caret }),
  };
}

function withChoice(text: string, { start, end }: Trigger, words: string) {
  const rest = text.slice(end);
  const tidy = words.endsWith(' ') ? rest.replace(/^ /, '') : rest;
  return { text: text.slice(0, start) + words + tidy, caret: start + words.length };
}

/** A folder goes on into what is in it, unless it is the one that stands there already. */
function toFile(path: string, query: string): Suggestion {
  const deeper = path.endsWith('/') && path !== query && !/[\s"]/.test(path);
  return { id: path, label: path, text: deeper ? `@${path}` : `${toMention(path)} `, runs: false };
}

/** Those that begin with it, then those that hold it, in name or note. */
function rank(all: readonly Suggestion[], wanted: string): Suggestion[] {
  const begins = all.filter(({ label }) => label.toLowerCase().startsWith(`/${wanted}`));
  const holds = all.filter(
    (each) => !begins.includes(each) && `${each.label} ${each.note}`.toLowerCase().includes(wanted),
  );
  return [...begins, ...holds];
}

/** Asked for whenever the list of commands opens: they are files that somebody may just have written. */
function useSkills(wanted: boolean): readonly Skill[] {
  const client = useClient();
  const [skills, setSkills] = useState<readonly Skill[]>([]);
  useEffect(() => {
    if (!wanted) return;
    // Without an answer the commands are there all the same.
    client.skills().then(setSkills, () => {});
  }, [client, wanted]);
  return skills;
}
