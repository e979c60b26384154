// The turns of the active branch as training examples in OpenAI's chat form, one a line: the conversation before (whose
// answers do not count), the question, every call with its result, the answer. Only turns that came to their end.
import type {
  JoinedInput,
  Json,
  Message,
  SessionArchive,
  StepInput,
  StepOutput,
  ToolInput,
  ToolOutput,
  TrajectoryEntry,
} from '@slipstream/protocol';
import { joinedName } from '@slipstream/protocol';
import type { ToolSpec } from '../model.ts';
import { toPromptMessage } from '../prompt.ts';
import { activeBranch } from './active-branch.ts';

type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } };
type ChatMessage =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[]; weight?: 0 }
  | { role: 'tool'; tool_call_id: string; content: string };

/** `tools` describes what it knows; a tool that it does not know is named without parameters. */
export function toFineTuning(archive: SessionArchive, tools: readonly ToolSpec[]): string {
  const branch = activeBranch(archive);
  const lines: string[] = [];
  for (const { turn, entries } of archive.turns) {
    if (turn.status !== 'completed') continue;
    const end = branch.findIndex((message) => message.id === turn.assistantMessageId);
    const question = branch.findIndex((message) => message.id === turn.userMessageId);
    const answer = branch[end];
    if (!answer || question < 0) continue;
    const messages = [...branch.slice(0, question + 1).map(toContext), ...toSteps(entries, answer)];
    const used = toolsOf(entries, tools);
    lines.push(JSON.stringify({ messages, ...(used.length > 0 ? { tools: used } : {}) }));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function toContext(message: Message): ChatMessage {
  const { text } = toPromptMessage(message);
  return message.role === 'user'
    ? { role: 'user', content: text }
    : { role: 'assistant', content: text, weight: 0 };
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
