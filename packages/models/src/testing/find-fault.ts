// What every stream promises, whatever came: one `end`, the last; joined deltas and previews that are the answer's; a
// failure exactly where it says error.
import type { ModelAnswer, ModelChunk } from '@slipstream/agent';

/** The broken promise in words; undefined where all are kept. */
export function findFault(chunks: readonly ModelChunk[], answer: ModelAnswer): string | undefined {
  if (chunks.filter((chunk) => chunk.type === 'end').length !== 1) return 'not one end';
  if (chunks.at(-1)?.type !== 'end') return 'the end is not the last';
  for (const type of ['text', 'reasoning'] as const) {
    const joined = chunks.map((chunk) => (chunk.type === type ? chunk.text : '')).join('');
    if (joined !== answer[type]) return `the joined ${type} is ${show(joined)} and not ${show(answer[type])}`;
  }
  if ((answer.failure !== null) !== (answer.finish === 'error'))
    return `finish is ${answer.finish}, and the failure ${show(answer.failure)}`;
  return findCallFault(chunks, answer);
}

function findCallFault(chunks: readonly ModelChunk[], { calls }: ModelAnswer): string | undefined {
  const ids = calls.map((call) => call.id);
  if (new Set(ids).size !== ids.length || ids.includes('')) return `ids ${show(ids)}`;
  const previews = new Map<string, string>();
  for (const chunk of chunks)
    if (chunk.type === 'tool_call') previews.set(chunk.id, (previews.get(chunk.id) ?? '') + chunk.text);
  for (const id of previews.keys()) if (!ids.includes(id)) return `the preview of a call that is none: ${id}`;
  for (const call of calls)
    if (call.name !== '' && previews.get(call.id) !== call.argsText)
      return `the previews of ${call.id} are ${show(previews.get(call.id))} and not ${show(call.argsText)}`;
  return undefined;
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 200) ?? 'undefined';
}
