import { render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { ClientProvider } from '../app/client-context.tsx';
import { createFakeClient } from './fake-client.ts';

/** A component by itself, on a client that has nothing to tell. */
export function renderWithClient(element: ReactElement) {
  const client = createFakeClient();
  return render(element, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <ClientProvider client={client}>{children}</ClientProvider>
    ),
  });
}
