// Signing in: exchanges the access token for a cookie that scripts cannot read and other sites cannot send.
import { AppError } from '@slipstream/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AttemptLimit } from '../security/attempt-limit.ts';
import { authCookie, type Credentials } from '../security/credentials.ts';
import { parseInput } from './parse-input.ts';

const LoginBody = z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) });
const cookieDays = 90;

export function registerLoginRoutes(
  app: FastifyInstance,
  credentials: Credentials,
  attempts: AttemptLimit,
): void {
  app.post('/api/login', { config: { open: true } }, async (request, reply) => {
    if (!attempts.allow(request.ip))
      throw new AppError('rate_limited', 'Too many attempts; wait ten seconds and try again.');
    const { token } = parseInput(LoginBody, request.body);
    if (!credentials.isToken(token)) throw new AppError('unauthorized', 'This is not the access token.');
    if (credentials.required)
      reply.setCookie(authCookie, credentials.cookieValue, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: cameOverTls(request),
        maxAge: cookieDays * 24 * 60 * 60,
      });
    return reply.code(204).send();
  });
}

/** Says something about the caller's own cookie only, so a header that anybody can set is good enough. */
function cameOverTls(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https';
}
