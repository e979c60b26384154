// How components read the client: immutable state through hooks, commands through `useClient`. Nothing below this
// knows of sockets or requests.
import type { Client, ConnectionState, SessionListState, SessionState } from '@slipstream/client';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { joinChanges, nextFrame, type Schedule } from './painted.ts';

type Painted = { client: Client; listen: (listener: () => void) => () => void };

const ClientContext = createContext<Painted | null>(null);

export function ClientProvider(props: { client: Client; schedule?: Schedule; children: ReactNode }) {
  const { client, schedule = nextFrame } = props;
  const painted = useMemo(
    () => ({ client, listen: joinChanges((listener) => client.listen(listener), schedule) }),
    [client, schedule],
  );
  return <ClientContext value={painted}>{props.children}</ClientContext>;
}

function usePainted(): Painted {
  const painted = useContext(ClientContext);
  if (!painted) throw new Error('A component that reads the client stands outside ClientProvider.');
  return painted;
}

export function useClient(): Client {
  return usePainted().client;
}

export function useConnection(): ConnectionState {
  const { client, listen } = usePainted();
  return useSyncExternalStore(listen, () => client.connection());
}

/** What is shown comes from the server as it happens. */
export function useOnline(): boolean {
  return useConnection().phase === 'online';
}

/** Whether one can only look here. What that means for a single control is said by `ForOwner`. */
export function useReadOnly(): boolean {
  const { client, listen } = usePainted();
  return useSyncExternalStore(listen, () => client.readOnly());
}

export function useSessionList(): SessionListState {
  const { client, listen } = usePainted();
  return useSyncExternalStore(listen, () => client.sessionList());
}

/** One part of what is known of a session, painted only when it changes: `pick` must give the same value for the same. */
export function useSessionValue<T>(sessionId: string, pick: (state: SessionState) => T): T {
  const { client, listen } = usePainted();
  return useSyncExternalStore(listen, () => pick(client.session(sessionId)));
}

/** The state of one session, kept subscribed while the component is there. */
export function useSession(sessionId: string): SessionState {
  const { client, listen } = usePainted();
  useEffect(() => client.open(sessionId), [client, sessionId]);
  return useSyncExternalStore(listen, () => client.session(sessionId));
}
