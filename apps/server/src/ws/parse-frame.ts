// Reads one message of a socket: a known frame, or the refusal that tells the client what is wrong with it. Never
// throws, whatever the bytes are.
import { AppError, ClientFrame } from '@slipstream/protocol';
import { firstFault } from '../first-fault.ts';

export type ParsedFrame =
  | { ok: true; frame: ClientFrame }
  /** `id` is the client's, where it could be read. */
  | { ok: false; id: string | undefined; error: AppError };

const maxIdLength = 64;

export function parseFrame(data: Buffer, isBinary: boolean): ParsedFrame {
  if (isBinary) return refused(undefined, 'Frames are text; this one was binary.');
  let value: unknown;
  try {
    value = JSON.parse(data.toString('utf8'));
  } catch {
    return refused(undefined, 'The frame is not valid JSON.');
  }
  const id = readId(value);
  const parsed = ClientFrame.safeParse(value);
  if (!parsed.success) {
    const fault = firstFault(value, parsed.error.issues);
    return refused(id, fault.message, fault.path);
  }
  return { ok: true, frame: parsed.data };
}

/** The `id` of a message that is not going to be served, for its refusal. */
export function readFrameId(data: Buffer, isBinary: boolean): string | undefined {
  if (isBinary) return undefined;
  try {
    return readId(JSON.parse(data.toString('utf8')));
  } catch {
    return undefined;
  }
}

function readId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id } = value as { id?: unknown };
  return typeof id === 'string' && id.length <= maxIdLength ? id : undefined;
}

function refused(id: string | undefined, message: string, path?: string): ParsedFrame {
  const details = path ? { details: { path } } : {};
  return { ok: false, id, error: new AppError('bad_frame', message, details) };
}
