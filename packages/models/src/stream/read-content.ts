// What one delta says: its visible text and its reasoning, whichever fields and part lists they came in. Knows one
// delta only; what belongs together over several of them is for its callers.
import { type JsonObject, toList, toObject, toObjects, toText } from './json.ts';

export type Content = { text: string; reasoning: string };

export function readContent(delta: JsonObject): Content {
  const content = delta['content'];
  if (typeof content === 'string')
    return { text: content + toText(delta['refusal']), reasoning: readReasoning(delta) };
  const parts = readParts(content);
  return {
    text: parts.text + toText(delta['refusal']),
    reasoning: readReasoning(delta) + parts.reasoning,
  };
}

/** Content as a text or as a list of parts; parts of types that are neither text nor thinking carry nothing. */
function readParts(content: unknown): Content {
  const parts = Array.isArray(content) ? content : [content];
  let text = '';
  let reasoning = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    const fields = toObject(part);
    if (!fields) continue;
    const type = fields['type'];
    if (type === 'thinking' || type === 'reasoning')
      reasoning += readThinking(fields['thinking'] ?? fields['text']);
    else if (type === 'refusal') text += toText(fields['refusal']);
    else if (type === 'text' || type === 'output_text' || type === undefined) text += toText(fields['text']);
  }
  return { text, reasoning };
}

function readThinking(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking;
  return toList(thinking)
    .map((part) => (typeof part === 'string' ? part : toText(toObject(part)?.['text'])))
    .join('');
}

/** A text that several fields of the delta repeat counts once. */
function readReasoning(delta: JsonObject): string {
  const content = toText(delta['reasoning_content']);
  const plain = toText(delta['reasoning']);
  const details = readDetails(delta['reasoning_details']);
  let reasoning = content;
  if (plain !== content) reasoning += plain;
  if (details !== content && details !== plain) reasoning += details;
  return reasoning;
}

/** Encrypted details have neither text nor summary. */
function readDetails(details: unknown): string {
  let text = '';
  for (const detail of toObjects(details)) text += toText(detail['text']) || toText(detail['summary']);
  return text;
}
