// Sessions over HTTP: list, make, read, change, delete, and the messages and trajectories in them. Only translates;
// every rule is the sessions' own.
import type { Sessions } from '@slipstream/agent';
import {
  ChangedFileQuery,
  CreateSessionBody,
  ListMessagesQuery,
  ListSessionsQuery,
  type QueueList,
  SearchInput,
  StepQuery,
  TrajectoryQuery,
  TurnPart,
  UndoBody,
  UpdateSessionBody,
} from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';
import { parseId, parseInput } from './parse-input.ts';

export function registerSessionRoutes(app: FastifyInstance, sessions: Sessions): void {
  app.get('/api/sessions', (request) => sessions.list(parseInput(ListSessionsQuery, request.query)));

  app.get('/api/search', (request) => sessions.search(parseInput(SearchInput, request.query)));

  app.post('/api/sessions', async (request, reply) => {
    const { session, created } = await sessions.create(parseInput(CreateSessionBody, request.body));
    return reply.code(created ? 201 : 200).send(session);
  });

  app.get('/api/sessions/:sessionId', (request) => sessions.get(parseId(request.params, 'sessionId')));

  app.patch('/api/sessions/:sessionId', (request) => {
    const sessionId = parseId(request.params, 'sessionId');
    return sessions.update(sessionId, parseInput(UpdateSessionBody, request.body));
  });

  app.delete('/api/sessions/:sessionId', async (request, reply) => {
    await sessions.delete(parseId(request.params, 'sessionId'));
    return reply.code(204).send();
  });

  app.delete('/api/sessions/:sessionId/messages/:messageId', (request) =>
    sessions.deleteMessage(parseId(request.params, 'sessionId'), parseId(request.params, 'messageId')),
  );

  app.get('/api/sessions/:sessionId/messages', (request) => {
    const sessionId = parseId(request.params, 'sessionId');
    return sessions.messages(sessionId, parseInput(ListMessagesQuery, request.query));
  });

  app.get('/api/sessions/:sessionId/prompt', (request) =>
    sessions.prompt(parseId(request.params, 'sessionId')),
  );

  app.get('/api/sessions/:sessionId/compactions', (request) =>
    sessions.compactions(parseId(request.params, 'sessionId')),
  );

  app.post('/api/sessions/:sessionId/compactions', (request) =>
    sessions.compact(parseId(request.params, 'sessionId')),
  );

  app.delete('/api/sessions/:sessionId/compactions/:compactionId', (request) =>
    sessions.undoCompaction(parseId(request.params, 'sessionId'), parseId(request.params, 'compactionId')),
  );

  app.get('/api/sessions/:sessionId/queue', async (request) => {
    const { id } = await sessions.get(parseId(request.params, 'sessionId'));
    return { queue: await sessions.queue(id) } satisfies QueueList;
  });

  app.get('/api/sessions/:sessionId/turns/:turnId/trajectory', (request) =>
    sessions.trajectory(
      parseId(request.params, 'sessionId'),
      parseId(request.params, 'turnId'),
      parseInput(TrajectoryQuery, request.query),
    ),
  );

  app.get('/api/sessions/:sessionId/turns/:turnId/part', (request) =>
    sessions.part(
      parseId(request.params, 'sessionId'),
      parseId(request.params, 'turnId'),
      parseInput(TurnPart, request.query),
    ),
  );

  app.get('/api/sessions/:sessionId/turns/:turnId/prompt', (request) =>
    sessions.stepPrompt(
      parseId(request.params, 'sessionId'),
      parseId(request.params, 'turnId'),
      parseInput(StepQuery, request.query),
    ),
  );

  app.get('/api/sessions/:sessionId/files', (request) =>
    sessions.changedFiles(parseId(request.params, 'sessionId')),
  );

  app.get('/api/sessions/:sessionId/files/diff', (request) => {
    const { path } = parseInput(ChangedFileQuery, request.query);
    return sessions.changedFile(parseId(request.params, 'sessionId'), path);
  });

  app.get('/api/sessions/:sessionId/turns/:turnId/changes', (request) =>
    sessions.changes(parseId(request.params, 'sessionId'), parseId(request.params, 'turnId')),
  );

  app.post('/api/sessions/:sessionId/turns/:turnId/undo', (request) => {
    const { changeId } = parseInput(UndoBody, request.body);
    return sessions.undo(
      parseId(request.params, 'sessionId'),
      parseId(request.params, 'turnId'),
      ...(changeId === undefined ? [] : [changeId]),
    );
  });
}
