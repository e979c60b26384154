// The one place where a failure becomes an HTTP answer, and the answers for what does not exist. Tells the client
// the code and the sentence of an AppError, and of anything else nothing but that it failed.
import { AppError, type ProblemBody, toAppError } from '@slipstream/protocol';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export function installProblems(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toProblem(thrown);
    if (error.status >= 500) request.log.error({ err: thrown, code: error.code }, 'request failed');
    return sendProblem(reply, error);
  });
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request))
      return sendProblem(reply, new AppError('not_found', 'There is no such address here.'));
    return reply.code(404).type('text/plain; charset=utf-8').send('There is no page at this address.\n');
  });
}

export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  const body: ProblemBody = {
    code: error.code,
    message: error.message,
    ...(error.details === undefined ? {} : { details: error.details }),
  };
  if (error.code === 'rate_limited') reply.header('retry-after', '10');
  if (error.code === 'unavailable') reply.header('retry-after', '5');
  if (error.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  // The connection of a refused upgrade is ended, and nobody must send another request on it.
  if (reply.request.ws) reply.header('connection', 'close');
  return reply.code(error.status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}

/** Fastify's own refusals (a body that is no JSON, say) are the client's fault; their words are safe to repeat. */
function toProblem(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { statusCode, message } = thrown as Partial<FastifyError>;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return toAppError(thrown);
  if (statusCode === 413) return new AppError('too_large', undefined, { cause: thrown });
  if (statusCode === 404) return new AppError('not_found', undefined, { cause: thrown });
  return new AppError('invalid_request', message, { cause: thrown });
}

function isApi(request: FastifyRequest): boolean {
  return request.ws || request.method !== 'GET' || /^\/(api|ws)(\/|\?|$)/.test(request.url);
}
