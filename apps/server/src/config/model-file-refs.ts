// The rules between the entries of `slipstream.yaml`: names that name something, ids that are one thing each. Pure.
import type { ModelFile } from './model-file-schema.ts';

export type FileFault = { path: readonly PropertyKey[]; message: string };

type Entry = ModelFile['models'][number];

/** The id under which people choose a model: its own, or with its provider's name where two have the same. */
export function toModelId(model: Entry, file: ModelFile, reserved: string): string {
  const alike = file.models.filter(({ id }) => id === model.id).length;
  return alike > 1 || model.id === reserved ? `${model.provider}/${model.id}` : model.id;
}

/** `reserved`: the id of the model that is always there. */
export function findRefFaults(file: ModelFile, reserved: string): FileFault[] {
  const faults: FileFault[] = findMissing(file);
  const providers = file.providers.map(({ name }) => name);
  for (const [index, name] of providers.entries())
    if (providers.indexOf(name) < index)
      faults.push({ path: ['providers', index, 'name'], message: 'is the name of another provider, too' });
  const seen = new Set<string>();
  for (const [index, model] of file.models.entries()) {
    if (!providers.includes(model.provider))
      faults.push({ path: ['models', index, 'provider'], message: 'names no provider of this file' });
    const place = `${model.provider}/${model.id}`;
    if (seen.has(place))
      faults.push({ path: ['models', index, 'id'], message: 'is listed twice for this provider' });
    seen.add(place);
  }
  const ids = file.models.map((model) => toModelId(model, file, reserved));
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index)
      faults.push({ path: ['models', index, 'id'], message: 'cannot be told from another model' });
  for (const key of ['default', 'small'] as const) {
    const wanted = file[key];
    if (wanted === undefined || findModelId(wanted, file, reserved) !== undefined) continue;
    const twice = file.models.some(({ id }) => id === wanted);
    const message = twice ? 'is there more than once; write provider/model' : 'names no model of this file';
    faults.push({ path: [key], message });
  }
  return faults;
}

/** Providers and models need each other; a file without both has to be there for something else. */
function findMissing({ providers, models, permissions, mcpServers }: ModelFile): FileFault[] {
  const isForModels = providers.length > 0 || models.length > 0;
  if (!isForModels && (permissions || mcpServers)) return [];
  return (['providers', 'models'] as const)
    .filter((key) => (key === 'providers' ? providers : models).length === 0)
    .map((key) => ({ path: [key], message: 'is missing' }));
}

/** The model that a name means: its id as shown, or always `provider/model`. */
export function findModelId(wanted: string, file: ModelFile, reserved: string): string | undefined {
  const model = file.models.find(
    (each) => toModelId(each, file, reserved) === wanted || `${each.provider}/${each.id}` === wanted,
  );
  return model && toModelId(model, file, reserved);
}
