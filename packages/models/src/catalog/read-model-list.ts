// What a server's list of models says, in the shapes that servers use. Models that cannot hold a conversation
// (embeddings, speech, pictures) are left out as far as their names or fields tell.
import { type JsonObject, toList, toObject, toText } from '../stream/json.ts';

export type ListedModel = {
  id: string;
  contextWindow: number | undefined;
  vision: boolean;
  reasoning: boolean;
};

const windowKeys = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'n_ctx',
  'n_ctx_train',
];
const otherKinds =
  /embed|rerank|whisper|transcribe|(?:^|[-/])(?:tts|asr|bge|clip|ocr)(?:[-/:]|$)|dall-e|stable-diffusion|-image|moderation|realtime|sora|babbage|davinci|guard/i;

/** Undefined where this is no list of models. */
export function readModelList(answer: unknown): ListedModel[] | undefined {
  const body = toObject(answer);
  const entries = [answer, body?.['data'], body?.['models']].find((list) => Array.isArray(list));
  if (!entries) return undefined;
  const models = new Map<string, ListedModel>();
  for (const entry of toList(entries)) {
    const model = toModel(entry);
    if (model && !models.has(model.id)) models.set(model.id, model);
  }
  return [...models.values()];
}

function toModel(entry: unknown): ListedModel | undefined {
  const fields = typeof entry === 'string' ? { id: entry } : toObject(entry);
  if (!fields) return undefined;
  const id = toText(fields['id']) || toText(fields['name']) || toText(fields['model']);
  if (id === '' || otherKinds.test(id) || /embed/i.test(toText(fields['type']))) return undefined;
  const outputs = toList(toObject(fields['architecture'])?.['output_modalities']);
  if (outputs.length > 0 && !outputs.includes('text')) return undefined;
  const inputs = toList(toObject(fields['architecture'])?.['input_modalities']);
  const abilities = toObject(fields['capabilities']);
  return {
    id,
    contextWindow: readWindow(fields),
    vision: inputs.includes('image') || abilities?.['vision'] === true || fields['type'] === 'vlm',
    reasoning: toList(fields['supported_parameters']).includes('reasoning'),
  };
}

/** The smallest figure that the entry gives for itself, since what is really served is what counts. */
function readWindow(fields: JsonObject): number | undefined {
  const places = [fields, toObject(fields['meta']), toObject(fields['top_provider'])];
  const figures = places.flatMap((place) => windowKeys.map((key) => place?.[key]));
  const sound = figures.filter((figure) => typeof figure === 'number' && figure > 0) as number[];
  return sound.length > 0 ? Math.round(Math.min(...sound)) : undefined;
}
