// What is allowed, asked about and denied on this server, and what keeps commands in. Rules are added by the answer to an
// approval alone; here they are read and removed.
import type { PermissionRule, StandingPermissions } from '@slipstream/agent';
import {
  AppError,
  type PermissionList,
  type PermissionRuleInfo,
  type SandboxInfo,
} from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';
import { parseId } from './parse-input.ts';

export type PermissionSources = {
  /** Of the owner's settings. */
  rules: readonly PermissionRule[];
  sandbox: SandboxInfo;
  standing: Pick<StandingPermissions, 'stored' | 'remove'>;
};

export function registerPermissionRoutes(app: FastifyInstance, sources: PermissionSources): void {
  app.get('/api/permissions', async (): Promise<PermissionList> => {
    const owners = sources.rules.map(
      ({ effect, text }): PermissionRuleInfo => ({ id: null, effect, text, createdAt: null }),
    );
    const kept = sources.standing.stored().map((rule): PermissionRuleInfo => ({ ...rule, effect: 'allow' }));
    return { rules: [...owners, ...kept], sandbox: sources.sandbox };
  });

  app.delete('/api/permissions/:ruleId', async (request, reply) => {
    if (!(await sources.standing.remove(parseId(request.params, 'ruleId'))))
      throw new AppError('not_found', 'There is no such rule; it may have been removed already.');
    return reply.code(204).send();
  });
}
