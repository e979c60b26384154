// Images that tools give: to models that see, right behind the results of their step; told to all others.
import { createScriptedModel, createTestTool, reply } from '@slipstream/testkit/fakes';
import { expect, it } from 'vitest';
import { runMessage } from './run-message.fixture.ts';

const image = { mediaType: 'image/png', base64: 'AAAA' };
const picture = createTestTool({
  name: 'look',
  result: { output: '[image image/png, 3 bytes]', images: [image] },
});
const script = [
  [reply.toolCall('look', {}), reply.toolCall('look', {})],
  [reply.toolCall('look', {})],
  [reply.text('A cat.')],
];

it('a model that sees gets them in a message of their own behind the results', async () => {
  const model = createScriptedModel(script, { vision: true });
  await runMessage({ model, tools: [picture] });
  const roles = model.calls.map(({ request: { messages } }) =>
    messages.map((message) =>
      'images' in message ? `${message.role} ${message.images?.length}` : message.role,
    ),
  );
  expect(roles.at(-1)).toEqual([
    'user',
    ...['assistant', 'tool', 'tool', 'user 2'],
    ...['assistant', 'tool', 'user 1'],
  ]);
});

it('of many only the newest are sent', async () => {
  const many = createTestTool({
    name: 'look',
    result: { output: 'x', images: Array.from({ length: 5 }, () => image) },
  });
  const model = createScriptedModel(script, { vision: true });
  await runMessage({ model, tools: [many] });
  const counts = model.calls
    .at(-1)
    ?.request.messages.flatMap((message) => ('images' in message ? [message.images?.length] : []));
  expect(counts).toEqual([5]);
});

it('a model that does not see is told so, and gets none', async () => {
  const model = createScriptedModel(script);
  await runMessage({ model, tools: [picture] });
  const messages = model.calls.at(-1)?.request.messages ?? [];
  expect(messages.some((message) => 'images' in message)).toBe(false);
  expect(messages[2]).toMatchObject({ text: '[image image/png, 3 bytes]\n[this model cannot see images]' });
});

it('are told to people by what was kept of them, also where the model does not see', async () => {
  const kept = { id: '01990000-0000-7000-8000-00000000000a', mediaType: 'image/png', bytes: 3 };
  const given: unknown[] = [];
  const keepImages = async (images: readonly unknown[]) => {
    given.push(...images);
    return given.length === 1 ? [kept] : [];
  };
  const events = await runMessage({ model: createScriptedModel(script), tools: [picture], keepImages });
  const finished = events.filter((event) => event.type === 'tool.finished');
  expect(given).toEqual([image, image, image]);
  expect(finished.filter((event) => event.images)).toMatchObject([{ images: [kept] }]);
});
