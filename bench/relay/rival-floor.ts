// The floor: undici's dispatch, eventsource-parser and JSON.parse, and nothing else.
import { createParser } from 'eventsource-parser';
import { Agent } from 'undici';
import { messages, serveRival, upstreamUrl } from './rival.ts';

const { origin, pathname } = new URL(upstreamUrl);
const dispatcher = new Agent();

serveRival(
  (model, onText) =>
    new Promise((resolve, reject) => {
      const decoder = new TextDecoder();
      const parser = createParser({
        onEvent({ data }) {
          if (data !== '[DONE]') onText(JSON.parse(data).choices[0]?.delta.content ?? '');
        },
      });
      dispatcher.dispatch(
        {
          origin,
          path: `${pathname}/chat/completions`,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model, messages, stream: true }),
        },
        {
          onRequestStart: () => {},
          onResponseStart: () => {},
          onResponseData: (_, bytes) => parser.feed(decoder.decode(bytes, { stream: true })),
          onResponseEnd: () => resolve(),
          onResponseError: (_, error) => reject(error),
        },
      );
    }),
);
