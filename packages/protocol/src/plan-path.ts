// Where a session's plan is kept. Server and page must agree: the one lets it be written, the other shows it.

/** The file that may be written freely in plan mode, relative to the workspace. */
export function toPlanPath(sessionId: string): string {
  return `plans/${sessionId}.md`;
}
