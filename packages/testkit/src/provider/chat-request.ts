// The body of `POST /v1/chat/completions` as far as the scripted provider reads it. `strict-request.ts` has checked
// a body before anything else sees it as this type.

export type ChatToolCall = {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
  [key: string]: unknown;
};

export type ChatContent = string | readonly { type: string; text?: string; [key: string]: unknown }[];

export type ChatMessage =
  | { role: 'system' | 'developer'; content: ChatContent }
  | { role: 'user'; content: ChatContent }
  | {
      role: 'assistant';
      content?: ChatContent | null;
      tool_calls?: readonly ChatToolCall[];
      [key: string]: unknown;
    }
  | { role: 'tool'; tool_call_id: string; content: ChatContent };

export type ChatTool = {
  type: 'function';
  function: { name: string; description?: string; parameters?: Record<string, unknown> };
};

export type ChatRequest = {
  model: string;
  messages: readonly ChatMessage[];
  tools?: readonly ChatTool[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  max_tokens?: number;
  max_completion_tokens?: number;
  [key: string]: unknown;
};

/** The text of a message; of a list of parts, its text parts. */
export function textOf(content: ChatContent | null | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}

/** The texts of the user's messages, newest first. */
export function userTexts(request: ChatRequest): string[] {
  return request.messages
    .filter((message) => message.role === 'user')
    .map((message) => textOf(message.content))
    .reverse();
}
