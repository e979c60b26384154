// Whether chatting works at all, and what is at fault where it does not.
import type { ModelAnswer } from '@slipstream/agent';
import type { ModelErrorKind } from '@slipstream/protocol';
import { type Asker, askModel, user, whyNot } from './ask-model.ts';
import { type Finding, worked } from './finding.ts';

type Chat = {
  findings: Finding[];
  chats: boolean;
  /** Whether there is a use in asking again: who refuses a key or cannot be reached will do so again. */
  worthMore: boolean;
};

/** The agent's own way of asking: streamed. Chatting cannot work without it. */
export async function probeChat(asker: Asker): Promise<Chat> {
  const asked = await askModel(asker, { messages: [user('Count from 1 to 20 in words, one per line.')] });
  const { answer } = asked;
  if (!answer || answer.failure || answer.text.trim() === '')
    return {
      findings: [{ name: 'chat', result: 'fails', words: whyNot(asked) }],
      chats: false,
      worthMore: !answer?.failure || aboutTheStream.has(answer.failure.kind),
    };
  const streamed: Finding =
    asked.pieces > 1
      ? worked('streaming', `The answer came in ${asked.pieces} pieces.`)
      : {
          name: 'streaming',
          result: 'limited',
          words: 'The answer came in one piece: it is seen only when it is complete.',
        };
  return {
    findings: [worked('chat', '', asked.lessons), streamed, toUsageFinding(answer)],
    chats: true,
    worthMore: true,
  };
}

const aboutTheStream: ReadonlySet<ModelErrorKind> = new Set([
  'bad_request',
  'malformed',
  'server',
  'stream_interrupted',
  'timeout',
]);

/** The same without a stream: the agent never asks so, but it tells what is at fault where the stream fails. */
export async function probePlain(asker: Asker, chats: boolean): Promise<Finding> {
  const name = 'plain answer';
  const asked = await askModel(asker, { messages: [user('Say hello.')], unstreamed: true });
  const { answer } = asked;
  const answered = answer && !answer.failure && answer.text.trim() !== '';
  if (answered && chats) return worked(name, '', asked.lessons);
  if (answered)
    return {
      name,
      result: 'works',
      words:
        'So the model answers, and only its stream is broken: look at what is between it and here (a proxy?).',
    };
  return chats
    ? { name, result: 'limited', words: `${whyNot(asked)} The agent does not need it: it always streams.` }
    : { name, result: 'fails', words: whyNot(asked) };
}

function toUsageFinding({ usage }: ModelAnswer): Finding {
  if (usage) return worked('usage', `${usage.inputTokens} tokens in, ${usage.outputTokens} out.`);
  return {
    name: 'usage',
    result: 'limited',
    words: 'No counts are sent: tokens and cost are estimates (~).',
  };
}
