import { act, fireEvent, render, screen } from '@testing-library/react';
import { App } from '../app/app.tsx';
import { createFakeClient, type FakeClient } from './fake-client.ts';

const immediately = (run: () => void) => {
  run();
  return () => {};
};

/** The whole page at an address, on a fake client that `prepare` has set up. */
export async function showApp(path = '/', prepare: (client: FakeClient) => void = () => {}) {
  history.replaceState(null, '', path);
  const client = createFakeClient();
  prepare(client);
  // The models arrive in a promise of their own; the page is complete once they are there.
  await act(async () => {
    render(<App client={client} schedule={immediately} />);
  });
  const change = (run: (client: FakeClient) => void) => act(async () => run(client));
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const send = (text: string) => {
    fireEvent.change(field(), { target: { value: text } });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
  };
  const press = (name: string | RegExp) =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name }));
    });
  const called = (name: string) => client.calls.filter((call) => call.name === name).map((call) => call.args);
  return { client, change, field, send, press, called };
}
