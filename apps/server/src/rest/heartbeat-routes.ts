// The periodic tasks: what they are, when they run, and whether they do.
import { type HeartbeatInfo, HeartbeatSwitch } from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';
import type { Heartbeat } from '../heartbeat/create-heartbeat.ts';
import { parseInput } from './parse-input.ts';

export function registerHeartbeatRoutes(app: FastifyInstance, heartbeat: Heartbeat): void {
  app.get('/api/heartbeat', async (): Promise<HeartbeatInfo> => heartbeat.info());
  app.put(
    '/api/heartbeat',
    async (request): Promise<HeartbeatInfo> =>
      heartbeat.switchTo(parseInput(HeartbeatSwitch, request.body).on),
  );
}
