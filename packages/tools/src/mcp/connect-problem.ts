// Why a server could not be connected to, in a sentence for people. What the library says is written for its callers.
import { SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { codeOf } from '../boundary/file-error.ts';
import type { McpServerConfig } from './mcp-config.ts';

/** Any other failure stands in its own words. */
export function toConnectProblem(thrown: unknown, config: McpServerConfig, timeoutMs: number): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = codeOf(thrown) || codeOf(thrown.cause);
  if (config.kind === 'stdio') {
    if (code === 'ENOENT') return `The program "${config.command}" was not found.`;
    if (code === 'EACCES') return `The program "${config.command}" may not be run: permission denied.`;
    if (code === SdkErrorCode.ConnectionClosed || thrown.message === programEnded) return endedEarly;
  } else {
    const status = SdkHttpError.isInstance(thrown) ? thrown.status : undefined;
    if (UnauthorizedError.isInstance(thrown) || status === 401 || status === 403)
      return `It does not accept the headers that it is sent (HTTP ${status ?? 401}).`;
    if (status !== undefined) return `It answered with HTTP ${status}.`;
    if (/^E[A-Z]+$/.test(code)) return `${new URL(config.url).host} cannot be reached (${code}).`;
  }
  if (SdkError.isInstance(thrown) && thrown.code === SdkErrorCode.RequestTimeout)
    return `It timed out: there was no answer within ${timeoutMs / 1000} s.`;
  return messageOf(thrown);
}

export const programEnded = 'The program has ended.';
const endedEarly = 'It ended while it was being started.';

/** What `fetch` fails with says nothing; its cause does. */
function messageOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause === '' || error.message.includes(cause) ? error.message : `${error.message} (${cause})`;
}
