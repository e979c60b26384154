// What model calls were sent. Each text is there once, whoever sent it; a prompt is a list of texts, known by the hash of
// them all, and an entry of a trajectory names its prompt. A prompt that no entry names any more is taken away.
import { createHash } from 'node:crypto';
import type { PromptPart, PromptStore, SentPrompt } from '@slipstream/agent';
import { AppError, type SentCounts } from '@slipstream/protocol';
import type { Database, Queries } from './database.ts';
import { fixedStatement } from './fixed-statement.ts';
import { fromJsonColumn, toJsonColumn } from './to-records.ts';

type HashedPrompt = { hash: string; parts: { name: string; text: string; hash: string }[] };

export function createPromptStore(database: Database): PromptStore {
  /** The calls of one run give the same array: it is hashed once. */
  const hashed = new WeakMap<readonly PromptPart[], HashedPrompt>();
  const toHashed = (parts: readonly PromptPart[]) => {
    const known = hashed.get(parts) ?? hashPrompt(parts);
    hashed.set(parts, known);
    return known;
  };
  return {
    keep: (entry, { parts, counts }) =>
      database.writeSoon((queries) => keepPrompt(queries, entry, toHashed(parts), counts)),
    get: (entryId) => database.read((queries) => findPrompt(queries, entryId)),
  };
}

function hashPrompt(parts: readonly PromptPart[]): HashedPrompt {
  const texts = parts.map(({ name, text }) => {
    const wellFormed = text.toWellFormed();
    return { name, text: wellFormed, hash: sha256(wellFormed) };
  });
  return { hash: sha256(JSON.stringify(texts.map(({ name, hash }) => [name, hash]))), parts: texts };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const findPart = fixedStatement<{ place: number }>('select place from prompt_parts where prompt = ? limit 1');
const namePrompt = fixedStatement<{ id: string }>(
  'update trajectories set prompt = ?, sent = ? where id = ? and turn_id = ? returning id',
);

async function keepPrompt(
  queries: Queries,
  entry: { id: string; turnId: string },
  { hash, parts }: HashedPrompt,
  counts: SentCounts,
): Promise<void> {
  const known = await findPart(queries, [hash]);
  if (known.length === 0)
    for (const [place, { name, text, hash: textHash }] of parts.entries()) {
      await queries
        .insertInto('prompt_texts')
        .values({ hash: textHash, text })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute();
      await queries
        .insertInto('prompt_parts')
        .values({ prompt: hash, place, name, text: textHash })
        .execute();
    }
  const updated = await namePrompt(queries, [hash, toJsonColumn(counts), entry.id, entry.turnId]);
  if (updated.length === 0)
    throw new AppError('storage', 'No entry has this id in this turn; what it was sent was not stored.');
}

async function findPrompt(queries: Queries, entryId: string): Promise<SentPrompt | undefined> {
  const entry = await queries
    .selectFrom('trajectories')
    .select(['prompt', 'sent'])
    .where('id', '=', entryId)
    .executeTakeFirst();
  if (!entry || entry.prompt === null) return undefined;
  const parts = await queries
    .selectFrom('prompt_parts')
    .innerJoin('prompt_texts', 'prompt_texts.hash', 'prompt_parts.text')
    .select(['prompt_parts.name', 'prompt_texts.text'])
    .where('prompt_parts.prompt', '=', entry.prompt)
    .orderBy('prompt_parts.place')
    .execute();
  return { parts, counts: fromJsonColumn(entry.sent) as SentCounts };
}

/** The prompts that entries of a session or a turn name: to be asked before these are removed. */
export async function promptsOf(
  queries: Queries,
  owner: { sessionId: string } | { turnId: string },
): Promise<string[]> {
  const named = queries
    .selectFrom('turns')
    .innerJoin('trajectories', 'trajectories.turn_id', 'turns.id')
    .select('trajectories.prompt')
    .distinct()
    .where('trajectories.prompt', 'is not', null);
  const rows = await ('turnId' in owner
    ? named.where('turns.id', '=', owner.turnId)
    : named.where('turns.session_id', '=', owner.sessionId)
  ).execute();
  return rows.flatMap(({ prompt }) => prompt ?? []);
}

/** Removes those of them that no entry names any more, and the texts that nothing else has. */
export async function removeUnusedPrompts(queries: Queries, prompts: Iterable<string>): Promise<void> {
  const texts = new Set<string>();
  for (const prompt of new Set(prompts)) {
    const named = await queries
      .selectFrom('trajectories')
      .select('id')
      .where('prompt', '=', prompt)
      .limit(1)
      .executeTakeFirst();
    if (named) continue;
    const gone = await queries
      .deleteFrom('prompt_parts')
      .where('prompt', '=', prompt)
      .returning('text')
      .execute();
    for (const { text } of gone) texts.add(text);
  }
  for (const hash of texts) {
    const used = await queries
      .selectFrom('prompt_parts')
      .select('prompt')
      .where('text', '=', hash)
      .limit(1)
      .executeTakeFirst();
    if (!used) await queries.deleteFrom('prompt_texts').where('hash', '=', hash).execute();
  }
}
