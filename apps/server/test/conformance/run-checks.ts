// Runs the checks one after the other against a server, and tells of each.
import type { Check } from './check.ts';
import { checks } from './checks.ts';
import { allPeers, type Place, rest } from './peer.ts';

export type Outcome = { name: string; problem: string | null; tookMs: number };

/** Rejects where the server cannot be reached or has no model that answers by rules. */
export async function runChecks(
  place: Place,
  options: { effort: number; tell(outcome: Outcome): void },
): Promise<Outcome[]> {
  const { body } = await rest(place, 'GET', 'models');
  const models = (body?.['models'] ?? []) as { id: string; demo: boolean }[];
  const model = models.find((each) => each.demo)?.id;
  if (model === undefined)
    throw new Error('The server lists no demo model, whose answers the checks know; start it without a key.');
  const outcomes: Outcome[] = [];
  for (const check of checks) {
    const outcome = await runOne(check, { place, model, effort: options.effort });
    outcomes.push(outcome);
    options.tell(outcome);
  }
  for (const peer of allPeers.splice(0)) peer.cut();
  return outcomes;
}

async function runOne(check: Check, context: Parameters<Check['run']>[0]): Promise<Outcome> {
  const began = performance.now();
  const problem = await check.run(context).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { name: check.name, problem, tookMs: Math.round(performance.now() - began) };
}
