// All sockets of the server: takes upgrades up to a limit, keeps the beat, tells everybody the news of sessions, and
// sends them away when the server stops. What a single socket may say and gets is `connection.ts`.
import websocket from '@fastify/websocket';
import type { Clock, Log, Sessions } from '@slipstream/agent';
import { AppError, maxFrameBytes, protocolVersion } from '@slipstream/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createTurnCounter } from '../ops/count-turns.ts';
import type { Metrics } from '../ops/metrics.ts';
import { version } from '../ops/version.ts';
import { type Connection, createConnection } from './connection.ts';
import { createTextEncoder, encodeFrame } from './encode-frame.ts';
import { createNewsRounds } from './news-rounds.ts';
import { refuseCommand, runCommand } from './run-command.ts';
import { createWriteRounds } from './write-rounds.ts';

const beatMs = 30_000;
/** How long a socket has to answer that it is being closed. */
const closeTimeoutMs = 1000;

export type GatewayDeps = {
  sessions: Sessions;
  clock: Clock;
  metrics: Metrics;
  log: Log;
  /** Names this run of the server in `ready`. */
  serverId: string;
  maxSockets: number;
  /** Sockets may read, and every command is refused. */
  readOnly: boolean;
};

export type Gateway = {
  /** How many sockets are open. */
  size(): number;
  /** What waits for all of them to be read, bytes. */
  heldBytes(): number;
};

/** To be awaited before the guard: makes upgrades known to the app, and refuses frames over the protocol's limit. */
export async function installWebSockets(app: FastifyInstance, close: () => void): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes, perMessageDeflate: false },
    // The socket has been told why and closed already (1009, 1007, …); there is nobody else to tell.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'socket failed'),
    preClose(done) {
      close();
      this.websocketServer.close();
      done();
    },
  });
}

export function registerGateway(app: FastifyInstance, deps: GatewayDeps): Gateway & { close(): void } {
  const { sessions, metrics, clock } = deps;
  const connections = new Set<Connection>();
  const rounds = createWriteRounds();
  const encode = createTextEncoder();
  const ready = encodeFrame({
    type: 'ready',
    protocol: protocolVersion,
    version,
    serverId: deps.serverId,
    ...(deps.readOnly ? { readOnly: true } : {}),
  });
  const countTurn = createTurnCounter(metrics.turnFinished);

  app.get(
    '/ws',
    {
      websocket: true,
      config: { upgrades: true },
      preValidation: async () => {
        if (connections.size < deps.maxSockets) return;
        metrics.socketsRefused.inc();
        throw new AppError('unavailable', 'Too many connections are open; try again shortly.');
      },
    },
    (socket, request) => {
      const connection = createConnection(
        {
          socket,
          rawSocket: request.socket,
          rounds,
          sessions,
          runCommand: deps.readOnly ? refuseCommand : runCommand,
          channel: channelOf(request),
          metrics,
          log: request.log,
          now: clock.now,
          encode,
        },
        ready,
      );
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
    },
  );

  const news = createNewsRounds(clock, connections);
  const unwatch = sessions.watch((frame) => {
    if (frame.type === 'session.updated') countTurn(frame.session);
    news.add(frame);
  });

  const beat = () => {
    for (const connection of connections) connection.beat();
    stopBeat = clock.after(beatMs, beat);
  };
  let stopBeat = clock.after(beatMs, beat);

  return {
    size: () => connections.size,
    heldBytes: () => [...connections].reduce((sum, connection) => sum + connection.heldBytes(), 0),
    close() {
      unwatch();
      news.close();
      stopBeat();
      for (const connection of connections) connection.close(1012, 'The server is restarting.');
      const stragglers = [...connections];
      clock.after(closeTimeoutMs, () => {
        for (const connection of stragglers) connection.terminate();
      });
    },
  };
}

/** A browser always says which site it speaks for; programs do not. */
function channelOf(request: FastifyRequest): string {
  return request.headers.origin === undefined ? 'ws' : 'web';
}
