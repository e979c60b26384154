// Requests to the REST API: paths in, parsed bodies out, every failure an AppError. Nothing else calls fetch.
import { AppError, type ErrorCode, errorTable } from '@slipstream/protocol';
import type { Environment } from './environment.ts';

export const requestTimeoutMs = 30_000;

export type Rest = {
  /** Rejects with the server's code, or with `unavailable` where no answer came. Gives undefined for 204. */
  /** A `FormData` is sent as a form, everything else as JSON. */
  call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    timeoutMs?: number,
  ): Promise<T>;
  /** Exchanges the token for a cookie; false when it is wrong. */
  signIn(token: string): Promise<boolean>;
  /** False only when the server answered that it wants the token. */
  isAuthorized(): Promise<boolean>;
  close(): void;
};

/** `onUnauthorized` is called for a 401 of a call that was not made before the last sign-in. */
export function createRest(environment: Environment, onUnauthorized: () => void): Rest {
  const running = new Set<AbortController>();
  let signIns = 0;

  async function request(
    method: string,
    path: string,
    body: unknown,
    timeoutMs = requestTimeoutMs,
  ): Promise<string> {
    const abort = new AbortController();
    running.add(abort);
    const cancelTimer = environment.setTimer(timeoutMs, () => abort.abort());
    try {
      const response = await environment.fetch(`${environment.baseUrl}/api/${path}`, {
        method,
        signal: abort.signal,
        ...toBody(body),
      });
      if (!response.ok) throw await toAppError(response);
      return await response.text();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('unavailable', 'The server cannot be reached; try again shortly.', { cause: error });
    } finally {
      cancelTimer();
      running.delete(abort);
    }
  }

  return {
    async call<T>(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<T> {
      const signInsBefore = signIns;
      try {
        const text = await request(method, path, body, timeoutMs);
        return (text === '' ? undefined : JSON.parse(text)) as T;
      } catch (error) {
        if (hasCode(error, 'unauthorized') && signIns === signInsBefore) onUnauthorized();
        throw error instanceof AppError
          ? error
          : new AppError('internal', 'The server gave an answer that is not JSON.', { cause: error });
      }
    },
    async signIn(token) {
      try {
        await request('POST', 'login', { token });
        signIns += 1;
        return true;
      } catch (error) {
        if (hasCode(error, 'unauthorized')) return false;
        throw error;
      }
    },
    async isAuthorized() {
      const signInsBefore = signIns;
      try {
        await request('GET', 'sessions?limit=1', undefined);
        return true;
      } catch (error) {
        return !(hasCode(error, 'unauthorized') && signIns === signInsBefore);
      }
    },
    close() {
      for (const abort of running) abort.abort();
    },
  };
}

function toBody(body: unknown): Pick<RequestInit, 'headers' | 'body'> {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The path of one session, whatever its id holds. */
export function sessionPath(sessionId: string): string {
  return `sessions/${encodeURIComponent(sessionId)}`;
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code;
}

/** The code as this client knows it; one that a newer server added is `internal`. */
export function toErrorCode(code: unknown): ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorTable, code) ? (code as ErrorCode) : 'internal';
}

async function toAppError(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('code' in body)) return new AppError(codeOf(response));
  const message = 'message' in body && typeof body.message === 'string' ? body.message : undefined;
  return new AppError(toErrorCode(body.code), message, { details: 'details' in body ? body.details : null });
}

/** For an answer that a proxy in between made. */
function codeOf(response: Response): ErrorCode {
  if (response.status === 401) return 'unauthorized';
  if (response.status === 403) return 'forbidden';
  if (response.status === 404) return 'not_found';
  if (response.status === 413) return 'too_large';
  if (response.status === 429) return 'rate_limited';
  return response.status >= 502 && response.status <= 504 ? 'unavailable' : 'internal';
}
