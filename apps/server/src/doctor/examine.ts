// Examines one model and gives all findings. What cannot work without chatting is not asked where chatting fails.
import type { Asker } from './ask-model.ts';
import type { Finding } from './finding.ts';
import { probeAbort, probeChat, probeLongPrompt, probeParallel, probeTools } from './probes.ts';

export type Examination = { findings: readonly Finding[]; chats: boolean };

/** `onFinding` hears of each as soon as it is there. */
export async function examine(asker: Asker, onFinding: (finding: Finding) => void): Promise<Examination> {
  const findings: Finding[] = [];
  const add = (...more: Finding[]) => {
    findings.push(...more);
    for (const finding of more) onFinding(finding);
  };
  const { findings: first, chats } = await probeChat(asker);
  add(...first);
  if (!chats) return { findings, chats };
  add(...(await probeTools(asker)));
  add(await probeParallel(asker));
  add(await probeLongPrompt(asker));
  add(await probeAbort(asker));
  return { findings, chats };
}
