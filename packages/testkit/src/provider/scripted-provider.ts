// An OpenAI-compatible server over real HTTP on the loopback address, which answers by a script, refuses what a
// strict provider would refuse, and remembers every request. For tests and load; it must never be reachable from
// outside.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { reply } from '../reply.ts';
import { toSteps } from '../script.ts';
import { reportFaults } from '../strict-faults.ts';
import type { ChatRequest } from './chat-request.ts';
import type { Exchange } from './exchange.ts';
import { createPacer } from './pacer.ts';
import { playStream } from './play-stream.ts';
import { playWhole } from './play-whole.ts';
import { createRecord, createRequestLog, type RecordedRequest, type RequestLog } from './request-log.ts';
import { createRouter, type Router, type WireScript } from './router.ts';
import { findFaults } from './strict-request.ts';
import { toErrorBody, type WireStep } from './wire-reply.ts';

/** Something that must not have happened. `request` is its number, from 1; 0 where the body could not be read. */
export type Violation = { request: number; problem: string };

export type ScriptedProviderOptions = {
  /** For requests without a marker; without a script such a request is a violation. */
  script?: WireScript;
  /** What `GET /v1/models` lists. */
  models?: readonly string[];
  /** The only key that is let in; without one everything is. */
  apiKey?: string;
};

export type ScriptedProvider = RequestLog &
  Pick<Router, 'setScript' | 'route'> & {
    /** What a client takes as its base URL; ends in `/v1`. */
    readonly baseUrl: string;
    /** Faults of requests (answered with 400) and of the script. A test that ends with any has failed. */
    readonly violations: readonly Violation[];
    /** How many chat requests are being answered now. */
    open(): number;
    /** Cuts every connection and stops to listen. A second call gives the first one's promise. */
    close(): Promise<void>;
  };

export async function createScriptedProvider(
  options: ScriptedProviderOptions = {},
): Promise<ScriptedProvider> {
  const { models = ['scripted'], apiKey } = options;
  const log = createRequestLog();
  const router = createRouter(options.script ?? []);
  const pacer = createPacer();
  const violations: Violation[] = [];
  const running = new Map<ServerResponse, () => void>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
      const body = toErrorBody('Incorrect API key provided.', { code: 'invalid_api_key' });
      return sendJson(response, 401, body);
    }
    if (request.method === 'GET' && path === '/v1/models') {
      const data = models.map((id) => ({ id, object: 'model', created: 1_767_225_600, owned_by: 'testkit' }));
      return sendJson(response, 200, JSON.stringify({ object: 'list', data }));
    }
    if (request.method === 'POST' && path === '/v1/chat/completions') return complete(request, response);
    return sendJson(response, 404, toErrorBody(`There is no ${request.method} ${path}.`));
  }

  async function complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parse(await readText(request));
    const faults = findFaults(body);
    const readable =
      typeof body === 'object' && body !== null && Array.isArray((body as ChatRequest).messages);
    const number = readable ? log.requests.length + 1 : 0;
    for (const problem of faults) violations.push({ request: number, problem });
    reportFaults(faults);
    if (!readable) return sendJson(response, 400, toErrorBody(faults.join('; ')));

    const { request: record, end } = createRecord(number, request.headers, body as ChatRequest);
    const closed = new AbortController();
    let dropped = false;
    const drop = () => {
      dropped = true;
      response.destroy();
    };
    running.set(response, drop);
    response.on('close', () => {
      running.delete(response);
      if (response.writableFinished) end('finished');
      else end(dropped ? 'dropped' : 'closed_early');
      closed.abort();
    });
    log.add(record);
    if (faults.length > 0) return sendJson(response, 400, toErrorBody(faults.join('; ')));
    await answer(record, { number, body: record.body, response, signal: closed.signal, pacer, drop });
  }

  async function answer(record: RecordedRequest, exchange: Exchange): Promise<void> {
    const { number, body, response, signal, drop } = exchange;
    try {
      const found = await router.answer(record);
      if (found === undefined) throw new Error(`The script has no answer for request ${number}.`);
      const steps = toSteps<WireStep>(found, reply.text);
      await (body.stream === true ? playStream(steps, exchange) : playWhole(steps, exchange));
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Error ? error.message : String(error);
      violations.push({ request: number, problem });
      if (!response.headersSent) return sendJson(response, 400, toErrorBody(problem));
      drop();
    }
  }

  const server = createServer((request, response) => {
    // A client that goes away while its body is read is nobody's fault.
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;

  return {
    requests: log.requests,
    waitForRequest: log.waitForRequest,
    waitForClose: log.waitForClose,
    setScript: router.setScript,
    route: router.route,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    violations,
    open: () => running.size,
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const drop of running.values()) drop();
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
