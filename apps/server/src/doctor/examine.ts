// Examines one model and gives all findings. What cannot work without chatting is not asked where chatting fails.
import type { Asker } from './ask-model.ts';
import type { Finding } from './finding.ts';
import { probeChat, probePlain } from './probe-chat.ts';
import { probeAbort, probeLongPrompt, probeParallel, probeTools } from './probes.ts';

export type Examination = { findings: readonly Finding[]; chats: boolean };

export type ExamineOptions = {
  /** Leaves out the prompt that is longer than the model's window: where it is taken, it is paid for. */
  cheap: boolean;
  /** Hears of each finding as soon as it is there. */
  onFinding(finding: Finding): void;
};

export async function examine(asker: Asker, { cheap, onFinding }: ExamineOptions): Promise<Examination> {
  const findings: Finding[] = [];
  const add = (...more: Finding[]) => {
    findings.push(...more);
    for (const finding of more) onFinding(finding);
  };
  const { findings: first, chats, worthMore } = await probeChat(asker);
  add(...first);
  if (worthMore) add(await probePlain(asker, chats));
  if (!chats) return { findings, chats };
  add(...(await probeTools(asker)));
  add(await probeParallel(asker));
  if (!cheap) add(await probeLongPrompt(asker));
  add(await probeAbort(asker));
  return { findings, chats };
}
