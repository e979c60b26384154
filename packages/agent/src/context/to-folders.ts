// Which models fold older messages: the small one where the owner named one, then the turn's own.
import type { Model } from '../model.ts';
import type { SessionDeps } from '../session-deps.ts';

export function toFolders(deps: Pick<SessionDeps, 'models' | 'smallModel'>, own: Model): Model[] {
  const small = deps.smallModel === undefined ? undefined : deps.models.get(deps.smallModel);
  return small && small.info.id !== own.info.id ? [small, own] : [own];
}
