// The models that a session can use.
import type { ModelCatalog } from '@slipstream/agent';
import type { ModelList } from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';

export function registerModelRoutes(app: FastifyInstance, models: ModelCatalog): void {
  app.get('/api/models', async (): Promise<ModelList> => {
    return { models: await models.list(), default: models.defaultId() };
  });
}
