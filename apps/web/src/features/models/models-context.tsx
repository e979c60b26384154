// The models that the server offers, fetched once the connection is there, again after it was lost, and when the
// picker opens: a model server may have been started since. Until they come those of the last visit are shown, so that
// nothing moves when they do.
import type { ModelInfo, ModelList } from '@slipstream/protocol';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useClient, useOnline } from '../../app/client-context.tsx';
import { readStored, writeStored } from '../../app/stored.ts';

const storedKey = 'slipstream.models';

const ModelsContext = createContext<ModelList | null>(null);
const RefreshContext = createContext<() => void>(() => {});

export function ModelsProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const online = useOnline();
  const [models, setModels] = useState(recallModels);
  useEffect(() => {
    if (!online) return;
    let gone = false;
    client.models().then(
      (list) => {
        if (gone) return;
        setModels(list);
        writeStored(storedKey, JSON.stringify(list));
      },
      // The next connection asks again; until then the page works without a picker.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [client, online]);
  const refresh = useCallback(() => {
    // What is known stays where the server does not answer.
    client.models().then(setModels, () => {});
  }, [client]);
  return (
    <RefreshContext value={refresh}>
      <ModelsContext value={models}>{children}</ModelsContext>
    </RefreshContext>
  );
}

/** What the server offered at the last visit, in the form that this version of the page reads. */
function recallModels(): ModelList | null {
  try {
    const list = JSON.parse(readStored(storedKey) ?? '') as ModelList;
    const known = list.models.every(({ id, label }) => typeof id === 'string' && typeof label === 'string');
    return known && typeof list.default === 'string' ? list : null;
  } catch {
    return null;
  }
}

/** Null until they are known: on the first visit of a browser, for a moment. */
export function useModels(): ModelList | null {
  return useContext(ModelsContext);
}

/** Asks the server anew. */
export function useRefreshModels(): () => void {
  return useContext(RefreshContext);
}

/** The model of this id, or the default one where no id is given. */
export function findModel(models: ModelList | null, id: string | null): ModelInfo | null {
  if (!models) return null;
  return models.models.find((model) => model.id === (id ?? models.default)) ?? null;
}
