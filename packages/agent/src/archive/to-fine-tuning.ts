// The turns of the active branch as training examples in OpenAI's chat form, one a line: the conversation before (whose
// answers do not count), the question, every call with its result, the answer. Only turns that came to their end.
import type {
  JoinedInput,
  Json,
  Message,
  StepInput,
  StepOutput,
  ToolInput,
  ToolOutput,
  TrajectoryEntry,
} from '@slipstream/protocol';
import { joinedName } from '@slipstream/protocol';
import type { ToolSpec } from '../model.ts';
import { toPromptMessage } from '../prompt.ts';
import type { ArchiveReading } from '../store.ts';

type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } };
type ChatMessage =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[]; weight?: 0 }
  | { role: 'tool'; tool_call_id: string; content: string };

/**
 * How much of the conversation before its question an example has, in characters: some 16,000 tokens, which any model
 * that is trained has room for, and a file that grows with the chat and not with its square.
 */
export const maxContextChars = 64_000;

type Said = { id: string; message: ChatMessage; chars: number };

/** `tools` describes what it knows; a tool that it does not know is named without parameters. */
export async function* toFineTuning(
  { branch }: Pick<ArchiveReading, 'branch'>,
  tools: readonly ToolSpec[],
): AsyncGenerator<string> {
  // The newest of the branch so far, never much more than an example can have of it.
  let said: Said[] = [];
  let chars = 0;
  for await (const { message, turn } of branch()) {
    const question = turn ? said.findIndex(({ id }) => id === turn.turn.userMessageId) : -1;
    if (turn?.turn.status === 'completed' && question >= 0) {
      const messages = [...contextOf(said.slice(0, question + 1)), ...toSteps(turn.entries, message)];
      const used = toolsOf(turn.entries, tools);
      yield `${JSON.stringify({ messages, ...(used.length > 0 ? { tools: used } : {}) })}\n`;
    }
    const { text } = toPromptMessage(message);
    said.push({ id: message.id, message: toContext(message.role, text), chars: text.length });
    chars += text.length;
    while (said.length > 2 && chars > 4 * maxContextChars) {
      chars -= said[0]?.chars ?? 0;
      said = said.slice(1);
    }
  }
}

/** The last of these and what goes before it, as far as there is room, from a question on. */
function contextOf(said: readonly Said[]): ChatMessage[] {
  let room = maxContextChars;
  const from = said.findLastIndex(({ chars }, index) => {
    room -= chars;
    return room < 0 && index < said.length - 1;
  });
  const left = said.slice(from + 1);
  const first = left.findIndex(({ message }) => message.role === 'user');
  return left.slice(Math.max(0, first)).map(({ message }) => message);
}

function toContext(role: Message['role'], content: string): ChatMessage {
  return role === 'user' ? { role, content } : { role, content, weight: 0 };
}

function toSteps(entries: readonly TrajectoryEntry[], answer: Message): ChatMessage[] {
  const messages: ChatMessage[] = [];
  const steps = entries.filter((entry) => entry.kind === 'step' && entry.parentId === null);
  for (const entry of steps) {
    const { step } = entry.input as StepInput;
    for (const joined of entries)
      if (joined.name === joinedName && (joined.input as JoinedInput).step === step)
        messages.push({ role: 'user', content: (joined.input as JoinedInput).text });
    const { text } = (entry.output ?? { text: '' }) as StepOutput;
    const calls = entries.filter((each) => each.kind === 'tool' && each.parentId === entry.id);
    if (calls.length === 0) continue;
    messages.push({
      role: 'assistant',
      content: text === '' ? null : text,
      tool_calls: calls.map(toCall),
    });
    messages.push(...calls.map(toResult));
  }
  return [...messages, { role: 'assistant', content: answer.text }];
}

function toCall({ name, input }: TrajectoryEntry): ToolCall {
  const { callId, args } = input as ToolInput;
  return { id: callId, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

function toResult({ input, output, status }: TrajectoryEntry): ChatMessage {
  const text = (output as ToolOutput | null)?.text ?? '';
  return {
    role: 'tool',
    tool_call_id: (input as ToolInput).callId,
    content: text === '' && status !== 'ok' ? status : text,
  };
}

type FunctionTool = { type: 'function'; function: { name: string; description?: string; parameters: Json } };

function toolsOf(entries: readonly TrajectoryEntry[], tools: readonly ToolSpec[]): FunctionTool[] {
  const names = new Set(entries.filter((entry) => entry.kind === 'tool').map((entry) => entry.name));
  return [...names].map((name) => {
    const known = tools.find((tool) => tool.name === name);
    const parameters = known?.parameters ?? { type: 'object', properties: {} };
    const described = known ? { description: known.description } : {};
    return { type: 'function', function: { name, ...described, parameters } };
  });
}
