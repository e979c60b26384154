// The models that the server offers, fetched once the connection is there, again after it was lost, and when the
// picker opens: a model server may have been started since.
import type { ModelInfo, ModelList } from '@slipstream/protocol';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useClient, useConnection } from '../../app/client-context.tsx';

const ModelsContext = createContext<ModelList | null>(null);
const RefreshContext = createContext<() => void>(() => {});

export function ModelsProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const online = useConnection().phase === 'online';
  const [models, setModels] = useState<ModelList | null>(null);
  useEffect(() => {
    if (!online) return;
    let gone = false;
    client.models().then(
      (list) => !gone && setModels(list),
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

/** Null until they are known. */
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
