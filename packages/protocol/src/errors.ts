// The one closed table of error codes, and the one error class that carries them. Everything that crosses a
// package border or the wire as a failure is an AppError; callers branch on `code`, never on text.

type ErrorEntry = { status: number; retryable: boolean; message: string };

export const errorTable = {
  invalid_request: { status: 400, retryable: false, message: 'The request is not valid.' },
  bad_frame: { status: 400, retryable: false, message: 'The frame is not valid.' },
  unauthorized: { status: 401, retryable: false, message: 'Sign in with the access token first.' },
  forbidden: { status: 403, retryable: false, message: 'This address or site may not talk to this server.' },
  read_only: {
    status: 403,
    retryable: false,
    message: 'This server is only to be looked at: nothing can be changed on it.',
  },
  not_found: { status: 404, retryable: false, message: 'There is no such thing here.' },
  busy: { status: 409, retryable: true, message: 'The session is working on something else.' },
  conflict: { status: 409, retryable: false, message: 'This id was already used for something else.' },
  too_large: { status: 413, retryable: false, message: 'This is too large.' },
  rate_limited: { status: 429, retryable: true, message: 'Too many requests; wait a moment.' },
  internal: {
    status: 500,
    retryable: false,
    message: 'Something failed inside the server; its log says what.',
  },
  storage: {
    status: 507,
    retryable: true,
    message: 'The data folder cannot be written; nothing was stored.',
  },
  unavailable: {
    status: 503,
    retryable: true,
    message: 'The server is starting or stopping; try again shortly.',
  },
  invalid_config: { status: 500, retryable: false, message: 'The settings are not valid.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

/**
 * A failure with a code from the table. `message` says what happened and what to do; `details` is safe to show
 * (a field's path, a limit), never a secret.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message?: string, options: { details?: unknown; cause?: unknown } = {}) {
    super(
      message ?? errorTable[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** Wraps whatever was thrown: an AppError stays itself, anything else becomes `internal` with its cause kept. */
export function toAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('internal', undefined, { cause: thrown });
}
