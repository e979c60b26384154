// Asks a person about one call: what the card shows, how long is waited, and what the answer keeps. Emits the question and
// how it was answered.
import type { ApprovalNote, Json } from '@slipstream/protocol';
import type { ApprovalReply, ApprovalRequest } from './approvals.ts';
import { toBoundedText } from './bounded-text.ts';
import { toTimestamp } from './clock.ts';
import type { ModelToolCall } from './model.ts';
import { type Permission, toGrantKey } from './permissions/decide-permission.ts';
import { suggestRule } from './permissions/suggest-rule.ts';
import type { CallRun } from './run-call.ts';
import type { Tool } from './tool.ts';
import { toEventBase } from './turn-context.ts';

export type Question = {
  call: ModelToolCall;
  args: Json;
  tool: Tool;
  input: unknown;
  permission: Permission;
  /** The tool is not what it was when it was allowed last: the card says what it has become. */
  changed: boolean;
};

/**
 * What the person said. Not before somebody did, or the setting's time is over, which is a denial. Rejects with the signal's
 * reason.
 */
export async function askPerson(
  { call, args, tool, input, permission, changed }: Question,
  run: CallRun,
): Promise<ApprovalReply> {
  const { deps, emit } = run;
  const base = toEventBase(run.input);
  const approvalId = deps.ids.next();
  const { text: preview, notes } = await previewOf(tool, input, run);
  if (changed) notes.unshift(toDescription(tool, run));
  const rule = permission.lasting ? suggestRule(tool, args, run.input.workspace) : undefined;
  const askedAt = deps.clock.now();
  // Asked before it is shown, so that the very first reader can already answer.
  const request = { approvalId, callId: call.id, name: call.name, args, agent: run.input.agent };
  const waiting = askInTime(request, run);
  waiting.catch(() => undefined);
  await emit({
    type: 'approval.requested',
    ...base,
    approvalId,
    callId: call.id,
    name: call.name,
    args,
    reason: permission.reason,
    reasons: [...permission.reasons],
    ...(permission.remember ? {} : { onceOnly: true }),
    ...(preview === undefined ? {} : { preview }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(rule === undefined ? {} : { rule }),
    startedAt: toTimestamp(askedAt),
  });
  const answered = await waiting;
  const reply: ApprovalReply =
    answered.decision === 'allow_session' && !permission.remember
      ? { ...answered, decision: 'allow_once' }
      : answered;
  if (reply.decision === 'allow_session') deps.grants.add(toGrantKey(tool, args));
  const kept = reply.decision === 'allow_session' && reply.always === true ? rule : undefined;
  if (kept !== undefined) await keepRule(kept, run);
  await emit({
    type: 'approval.resolved',
    ...base,
    approvalId,
    callId: call.id,
    decision: reply.decision,
    ...(reply.note === undefined ? {} : { note: reply.note }),
    ...(kept === undefined ? {} : { rule: kept }),
    durationMs: deps.clock.now() - askedAt,
  });
  return reply;
}

/** Rejects with the signal's reason; nobody can answer then. */
async function askInTime(request: ApprovalRequest, { deps, signal }: CallRun): Promise<ApprovalReply> {
  const { approvals, clock, limits } = deps;
  if (limits.approvalTimeoutMs === 0) return approvals.ask(request, signal);
  const late = new AbortController();
  const cancel = clock.after(limits.approvalTimeoutMs, () => late.abort(new Error('nobody answered')));
  try {
    return await approvals.ask(request, AbortSignal.any([signal, late.signal]));
  } catch (thrown) {
    if (signal.aborted || !late.signal.aborted) throw thrown;
    return { decision: 'deny', note: `Nobody answered within ${limits.approvalTimeoutMs / 1000} s.` };
  } finally {
    cancel();
  }
}

function toDescription({ description }: Tool, { deps }: CallRun): ApprovalNote {
  const said = deps.secrets.mask(description);
  return { code: 'says_now', text: `It now says: ${said}`, params: { description: said } };
}

/** The answer counts for the session in any case. */
async function keepRule(rule: string, { deps, emit, input }: CallRun): Promise<void> {
  try {
    await deps.standing.allow(rule);
  } catch (err) {
    deps.log.error({ err, rule }, 'a rule could not be kept');
    const text = `The rule "${rule}" could not be stored; it counts for this session only.`;
    await emit({ type: 'notice', ...toEventBase(input), level: 'warning', code: 'rule_not_kept', text });
  }
}

type Shown = { text?: string; notes: ApprovalNote[] };

async function previewOf(tool: Tool, input: unknown, run: CallRun): Promise<Shown> {
  const { mask } = run.deps.secrets;
  try {
    const preview = await tool.preview(input, { workspace: run.input.workspace, signal: run.signal });
    const { text, notes } = typeof preview === 'object' ? preview : { text: preview, notes: [] };
    const masked = notes.map((note) => ({ ...note, text: mask(note.text), ...maskedParams(note, mask) }));
    if (text === undefined) return { notes: masked };
    return { text: toBoundedText(mask(text), run.deps.limits.maxToolOutputBytes).text, notes: masked };
  } catch {
    // The card then shows the arguments alone; the call itself will say what is wrong.
    return { notes: [] };
  }
}

function maskedParams(
  { params }: ApprovalNote,
  mask: (text: string) => string,
): Pick<ApprovalNote, 'params'> {
  if (!params) return {};
  return { params: Object.fromEntries(Object.entries(params).map(([name, text]) => [name, mask(text)])) };
}
