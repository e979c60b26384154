import { foldEvents } from '@slipstream/protocol';
import { render } from '@testing-library/react';
import { ClientProvider } from '../../../app/client-context.tsx';
import { createFakeClient, type FakeClient } from '../../../testing/fake-client.ts';
import { sessionId, turnId } from '../../../testing/records.ts';
import { createDisclosures, DisclosuresProvider, TurnScope } from '../disclosures.tsx';
import { StepList } from '../step-list.tsx';

export type TurnEvents = Parameters<typeof foldEvents>[1];

/** The steps of a turn that is over, with nothing opened. */
export function showSteps(events: TurnEvents, client: FakeClient = createFakeClient()) {
  const view = foldEvents(turnId, events);
  return render(
    <ClientProvider client={client}>
      <DisclosuresProvider value={createDisclosures()}>
        <TurnScope value={{ sessionId, turnId, live: false }}>
          <StepList steps={view.steps} view={view} />
        </TurnScope>
      </DisclosuresProvider>
    </ClientProvider>,
  );
}
