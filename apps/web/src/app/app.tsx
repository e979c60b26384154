import { CSPProvider } from '@base-ui/react/csp-provider';
import type { Client } from '@slipstream/client';
import { StrictMode } from 'react';
import { ModelsProvider } from '../features/models/models-context.tsx';
import { OrElse } from '../ui/or-else.tsx';
import { ClientProvider } from './client-context.tsx';
import { Crashed } from './crashed.tsx';
import type { Schedule } from './painted.ts';
import { Shell } from './shell.tsx';

/** The whole page on a client. The security policy allows no style elements, so Base UI must not make any. */
export function App(props: { client: Client; schedule?: Schedule }) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <ClientProvider {...props}>
          <ModelsProvider>
            <OrElse fallback={<Crashed />}>
              <Shell />
            </OrElse>
          </ModelsProvider>
        </ClientProvider>
      </CSPProvider>
    </StrictMode>
  );
}
