// One tool call from the model's words to its result: check, permission, run, bounded output. Whatever goes wrong is
// a result for the model; only a stop of the turn is an exception. Emits `tool.started` first and, unless the turn is
// stopped, exactly one `tool.finished`.
import { type AgentEvent, type ToolStatus, toPlanPath } from '@slipstream/protocol';
import { askPerson } from './ask-person.ts';
import { toUnanswered } from './ask-user.ts';
import { toBoundedText } from './bounded-text.ts';
import { toTimestamp } from './clock.ts';
import type { Emit } from './event-channel.ts';
import type { ModelToolCall, PromptImage } from './model.ts';
import { decidePermission } from './permissions/decide-permission.ts';
import type { StandingPermissions } from './permissions/standing.ts';
import { runBounded } from './run-bounded.ts';
import type { Tool, ToolResult } from './tool.ts';
import { type TurnDeps, type TurnInput, toEventBase } from './turn-context.ts';

/** What the model is told of a call. */
export type CallOutcome = { callId: string; name: string; text: string; images?: readonly PromptImage[] };

export type CallRun = { input: TurnInput; deps: TurnDeps; step: number; signal: AbortSignal; emit: Emit };

/** Rejects only with the signal's reason, after everything that the call had started was told to end. */
export async function runCall(call: ModelToolCall, run: CallRun): Promise<CallOutcome> {
  const { deps, emit } = run;
  const base = toEventBase(run.input);
  const startedAt = deps.clock.now();
  const checked = check(call, deps);

  await emit({
    type: 'tool.started',
    ...base,
    step: run.step,
    callId: call.id,
    name: call.name,
    args: call.args ?? {},
    title: checked.ok ? titleOf(checked.tool, checked.input, call) : call.name,
    startedAt: toTimestamp(startedAt),
  });

  const finish = async (status: ToolStatus, result: ToolResult): Promise<CallOutcome> => {
    const kept = result.images ? await deps.keepImages(result.images) : [];
    const images = deps.model.info.vision ? (result.images ?? []) : [];
    const unseen = (result.images?.length ?? 0) > images.length ? '\n[this model cannot see images]' : '';
    const output = deps.secrets.mask(result.output) + unseen;
    const bounded = toBoundedText(output, deps.limits.maxToolOutputBytes);
    await emit({
      type: 'tool.finished',
      ...base,
      callId: call.id,
      name: call.name,
      status,
      output: bounded.text,
      truncated: bounded.truncated || result.truncated === true,
      bytes: result.bytes ?? bounded.bytes,
      ...(kept.length > 0 ? { images: kept } : {}),
      durationMs: deps.clock.now() - startedAt,
    });
    const outcome = { callId: call.id, name: call.name, text: bounded.text };
    return images.length > 0 ? { ...outcome, images } : outcome;
  };

  if (!checked.ok) return finish('error', { output: checked.problem });
  const { tool, input } = checked;
  const args = call.args ?? {};
  const changed = isChanged(tool, deps.standing);
  const permission = decidePermission({
    tool,
    args,
    mode: deps.modes.get(),
    workspace: run.input.workspace,
    planPath: toPlanPath(run.input.sessionId),
    grants: deps.grants,
    settings: { ...deps.permissions, rules: [...deps.permissions.rules, ...deps.standing.rules()] },
    changed,
  });
  if (permission.decision === 'deny')
    return finish('denied', { output: `This call is not allowed here. ${permission.reason}` });
  if (changed) await emit(toChangedNotice(tool, run));
  let answer: string | undefined;
  if (permission.decision === 'ask') {
    const reply = await askPerson({ call, args, tool, input, permission, changed }, run);
    if (reply.decision === 'deny') return finish('denied', { output: toDenial(tool, reply.note) });
    answer = reply.note;
  }
  run.signal.throwIfAborted();
  if (tool.fingerprint !== undefined) await rememberTool(tool.name, tool.fingerprint, run);

  const ended = await runBounded(tool, input, { callId: call.id, answer, ...run });
  if (tool.risk === 'plan' && ended.status === 'ok') await deps.modes.set('default');
  const outcome = await finish(ended.status, ended.result);
  run.signal.throwIfAborted();
  return outcome;
}

type Checked = { ok: true; tool: Tool; input: unknown } | { ok: false; problem: string };

function check(call: ModelToolCall, deps: TurnDeps): Checked {
  const tool = deps.tools.get(call.name);
  if (!tool) {
    const names = [...deps.tools.keys()].join(', ');
    return {
      ok: false,
      problem: `There is no tool named "${call.name}". The tools are: ${names || 'none'}.`,
    };
  }
  if (call.args === null)
    return {
      ok: false,
      problem: `The arguments are not one JSON object, so nothing was run. They were: ${call.argsText.slice(0, 2000)}`,
    };
  const parsed = tool.parse(call.args);
  if (!parsed.ok)
    return { ok: false, problem: `The arguments do not fit, so nothing was run. ${parsed.problem}` };
  return { ok: true, tool, input: parsed.input };
}

function titleOf(tool: Tool, input: unknown, call: ModelToolCall): string {
  try {
    return tool.title(input);
  } catch {
    return call.name;
  }
}

function isChanged({ name, fingerprint }: Tool, standing: StandingPermissions): boolean {
  const known = standing.known(name);
  return fingerprint !== undefined && known !== undefined && known !== fingerprint;
}

function toChangedNotice({ name }: Tool, { input }: CallRun): AgentEvent {
  return {
    type: 'notice',
    ...toEventBase(input),
    level: 'warning',
    code: 'tool_changed',
    text: `The server of ${name} has changed what it says of this tool since you last allowed it.`,
  };
}

/** What cannot be kept costs a question the next time, and nothing else. */
async function rememberTool(name: string, fingerprint: string, { deps }: CallRun): Promise<void> {
  await deps.standing
    .know(name, fingerprint)
    .catch((err: unknown) => deps.log.error({ err, tool: name }, 'what was allowed could not be kept'));
}

/** What the model is told of it. */
function toDenial(tool: Tool, said: string | undefined): string {
  if (tool.risk === 'question') return toUnanswered(said);
  const note = said?.trim();
  return note
    ? `The user denied this call, with the note: ${note}`
    : 'The user denied this call. Do not repeat it; find another way or ask what they want instead.';
}
