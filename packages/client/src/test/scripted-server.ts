// A server over real HTTP and WebSocket that does what the wire protocol says about sessions in memory, and lets a test
// interfere with every frame: lose the socket before or after it, answer otherwise, or not at all.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AckFields,
  type AgentEvent,
  type ClientFrame,
  type ErrorCode,
  errorTable,
  type ServerFrame,
  type Session,
  type Trajectory,
} from '@slipstream/protocol';
import { WebSocket, WebSocketServer } from 'ws';
import { messagesOf, pageOf } from './pages.ts';
import { addEvents, emptySession, type ServedSession } from './served-session.ts';

export type Peer = {
  /** A string is sent as it is, so that a test can send what is not a frame. */
  send(frame: object | string): void;
  /** Cuts the socket without a goodbye, as a lost network does. */
  cut(): void;
  close(code: number): void;
  subscribed: Set<string>;
};

export type ScriptedServer = {
  baseUrl: string;
  sessions: Map<string, ServedSession>;
  trajectories: Map<string, Trajectory>;
  /** Messages as they were committed: each id once. */
  committed: { sessionId: string; messageId: string; text: string }[];
  /** Every frame of every socket, in order of arrival; REST calls as `METHOD path`. */
  frames: ClientFrame[];
  calls: string[];
  peers: Set<Peer>;
  /** Counts accepted sockets. */
  accepted(): number;
  /** Set to interfere: true means that the frame was dealt with. */
  onFrame: (frame: ClientFrame, peer: Peer) => boolean;
  onCall: (request: IncomingMessage, response: ServerResponse, body: string) => boolean;
  /** Says so in `ready`, and refuses nothing. */
  readOnly: boolean;
  /** When set, every request needs the cookie that a login with this token gives. */
  token: string | null;
  session(sessionId: string): ServedSession;
  /** Gives the events their numbers, folds them, and sends them to the subscribers. */
  publish(sessionId: string, ...events: AgentEvent[]): void;
  broadcast(frame: ServerFrame): void;
  /** What the protocol says to do with a frame. */
  answer(frame: ClientFrame, peer: Peer): void;
  /** Tells of every frame, call, and socket that came or went. */
  listen(listener: () => void): () => void;
  cutAll(): void;
  /** Refuses new sockets and closes the present ones. */
  close(): Promise<void>;
};

export async function startScriptedServer(port = 0): Promise<ScriptedServer> {
  const http = createServer((request, response) => void call(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  const listeners = new Set<() => void>();
  let acceptedCount = 0;

  const tell = () => {
    for (const listener of [...listeners]) listener();
  };

  function isAllowed(request: IncomingMessage): boolean {
    return server.token === null || request.headers.cookie === `token=${server.token}`;
  }

  http.on('upgrade', (request, socket, head) => {
    if (request.url !== '/ws' || !isAllowed(request)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, accept);
  });

  function accept(socket: WebSocket): void {
    acceptedCount += 1;
    const peer: Peer = {
      subscribed: new Set(),
      send(frame) {
        if (socket.readyState !== WebSocket.OPEN) return;
        socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      },
      cut: () => socket.terminate(),
      close: (code) => socket.close(code),
    };
    server.peers.add(peer);
    socket.on('error', () => {});
    socket.on('close', () => {
      server.peers.delete(peer);
      tell();
    });
    socket.on('message', (data) => {
      if (socket.readyState !== WebSocket.OPEN) return;
      const frame = JSON.parse(String(data)) as ClientFrame;
      server.frames.push(frame);
      if (!server.onFrame(frame, peer)) server.answer(frame, peer);
      tell();
    });
    const readOnly = server.readOnly ? { readOnly: true } : {};
    peer.send({ type: 'ready', protocol: 1, version: '0.0.0', serverId: 'scripted', ...readOnly });
    tell();
  }

  function answer(frame: ClientFrame, peer: Peer): void {
    const id = frame.id === undefined ? {} : { id: frame.id };
    if (frame.type === 'ping') peer.send({ type: 'pong' });
    else if (isReused(frame)) peer.send({ type: 'error', ...id, code: 'conflict', message: 'Used.' });
    else peer.send({ type: 'ack', ...id, ...carryOut(frame, peer) });
    if (frame.type === 'subscribe') sendStart(frame.sessionId, frame.after, peer);
  }

  function isReused(frame: ClientFrame): boolean {
    if (frame.type !== 'message.send') return false;
    return server.committed.some(
      ({ messageId, text }) => messageId === frame.messageId && text !== frame.text,
    );
  }

  /** Gives what the ack carries. */
  function carryOut(frame: Exclude<ClientFrame, { type: 'ping' }>, peer: Peer): AckFields {
    const { sessionId } = frame;
    switch (frame.type) {
      case 'subscribe':
        peer.subscribed.add(sessionId);
        return { sessionId };
      case 'unsubscribe':
        peer.subscribed.delete(sessionId);
        return {};
      case 'message.send': {
        const { messageId, text } = frame;
        if (!server.committed.some((each) => each.messageId === messageId))
          server.committed.push({ sessionId, messageId, text });
        return { sessionId, messageId, turnId: messageId, queued: false };
      }
      case 'message.edit':
        return { edited: true };
      case 'queue.resume':
        return { resumed: true };
      case 'message.unqueue':
        return { removed: true };
      case 'turn.cancel':
        return { cancelled: true, stopped: { requests: 1, tools: 0, approvals: 0 } };
      case 'turn.retry':
        return { retried: true };
      case 'agent.cancel':
        return { cancelled: true };
      case 'approval.answer':
        return { applied: true };
      case 'turn.regenerate':
        return { turnId: frame.messageId };
    }
  }

  function sendStart(sessionId: string, after: { log: string; seq: number } | undefined, peer: Peer): void {
    const served = server.session(sessionId);
    const { log, queue, session, turn, events } = served;
    const seq = events.length;
    if (after && after.log === log && after.seq >= served.forgotten && after.seq <= seq) {
      peer.send({ type: 'resumed', sessionId, log, seq: after.seq, queue });
      const missed = events.slice(after.seq);
      if (missed.length > 0) peer.send({ type: 'events', sessionId, at: '', events: missed });
      return;
    }
    const messages = served.inSnapshot === 0 ? [] : served.messages.slice(-served.inSnapshot);
    const hasMore = served.messages.length > served.inSnapshot;
    peer.send({ type: 'snapshot', sessionId, log, seq, session, messages, hasMore, turn, queue });
  }

  function problem(response: ServerResponse, code: ErrorCode): void {
    response.writeHead(errorTable[code].status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ code, message: errorTable[code].message }));
  }

  function json(response: ServerResponse, value: unknown): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  }

  async function call(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '/', 'http://localhost');
    server.calls.push(`${request.method} ${url.pathname}${url.search}`);
    tell();
    if (server.onCall(request, response, body)) return;
    if (url.pathname === '/api/login') logIn(response, (JSON.parse(body) as { token: string }).token);
    else if (!isAllowed(request)) problem(response, 'unauthorized');
    else serve(request.method ?? 'GET', url, body, response);
  }

  function logIn(response: ServerResponse, token: string): void {
    if (token !== server.token) problem(response, 'unauthorized');
    else response.writeHead(204, { 'set-cookie': `token=${token}; HttpOnly` }).end();
  }

  const known = () => [...server.sessions.values()].flatMap(({ session }) => session ?? []);

  function serve(method: string, url: URL, body: string, response: ServerResponse): void {
    const [, , resource, id = '', part, turnId = ''] = url.pathname.split('/');
    const served = server.sessions.get(id);
    const trajectory = server.trajectories.get(turnId);
    if (resource === 'models') json(response, { models: [], default: 'demo' });
    else if (resource === 'sessions' && id === '') json(response, pageOf(known(), url.searchParams));
    else if (!served?.session) problem(response, 'not_found');
    else if (part === 'messages') json(response, messagesOf(served.messages, url.searchParams));
    else if (part === 'turns' && trajectory) json(response, trajectory);
    else if (part !== undefined) problem(response, 'not_found');
    else if (method === 'DELETE') {
      server.sessions.delete(id);
      response.writeHead(204).end();
      server.broadcast({ type: 'session.deleted', sessionId: id });
    } else {
      served.session = { ...served.session, ...(JSON.parse(body || '{}') as Partial<Session>) };
      json(response, served.session);
      server.broadcast({ type: 'session.updated', session: served.session });
    }
  }

  const server: ScriptedServer = {
    baseUrl: '',
    sessions: new Map(),
    trajectories: new Map(),
    committed: [],
    frames: [],
    calls: [],
    peers: new Set(),
    accepted: () => acceptedCount,
    onFrame: () => false,
    onCall: () => false,
    token: null,
    readOnly: false,
    session(id) {
      const known = server.sessions.get(id);
      if (known) return known;
      const served = emptySession(id);
      server.sessions.set(id, served);
      return served;
    },
    publish(id, ...events) {
      const numbered = addEvents(server.session(id), events);
      for (const peer of server.peers)
        if (peer.subscribed.has(id)) peer.send({ type: 'events', sessionId: id, at: '', events: numbered });
    },
    broadcast(frame) {
      for (const peer of server.peers) peer.send(frame);
    },
    answer,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cutAll() {
      for (const peer of server.peers) peer.cut();
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      });
    },
  };

  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  server.baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return server;
}
