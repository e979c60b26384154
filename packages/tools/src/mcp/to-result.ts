// What an MCP server answers to a call, in the words that the model gets: bounded, clean, and with a line in the place
// of all that is no text. Trusts no field of it.
import type { PromptImage, ToolResult } from '@slipstream/agent';
import { headWithin } from '../text/cut-text.ts';
import { maxImageBytes, toImageType } from '../text/image-type.ts';
import { toCleanText } from './clean-text.ts';

export type McpAnswer = {
  content?: readonly unknown[] | undefined;
  structuredContent?: unknown;
  isError?: boolean | undefined;
};

const maxBlocks = 1000;
const maxImages = 4;
const maxLabelBytes = 300;
const noteBytes = 100;

export function toResult(answer: McpAnswer, maxBytes: number): ToolResult {
  const blocks = Array.isArray(answer.content) ? answer.content : [];
  const room = maxBytes - noteBytes;
  const parts: string[] = [];
  let bytes = 0;
  for (const block of blocks.slice(0, maxBlocks)) {
    const whole = toText(block);
    bytes += Buffer.byteLength(whole) + 1;
    // What lies beyond the bound is counted and not looked at.
    parts.push(headWithin(whole, room));
  }
  if (blocks.length > maxBlocks) parts.push(`[${blocks.length - maxBlocks} more parts are not shown]`);
  const structured = toStructured(answer.structuredContent, parts);
  if (structured !== undefined) {
    parts.push(structured);
    bytes += Buffer.byteLength(structured);
  }
  const joined = toCleanText(parts.join('\n'), room);
  const truncated = bytes > room + 1 || blocks.length > maxBlocks;
  const text = joined === '' ? '(The answer is empty.)' : joined;
  const images = toImages(blocks);
  return {
    ...(images.length > 0 ? { images } : {}),
    output: truncated ? `${text}\n[cut here: the whole answer has ${bytes} bytes]` : text,
    ...(truncated ? { truncated, bytes } : {}),
    ...(answer.isError === true ? { isError: true } : {}),
  };
}

/** The images that a model could see, a few and not too large. What they say they are is not believed. */
function toImages(blocks: readonly unknown[]): PromptImage[] {
  const images: PromptImage[] = [];
  for (const block of blocks.slice(0, maxBlocks)) {
    const { type, data } = toFields(block);
    if (images.length === maxImages) break;
    if (type !== 'image' || typeof data !== 'string' || data.length > maxImageBytes * 1.4) continue;
    const bytes = Buffer.from(data, 'base64');
    const mediaType = toImageType(bytes);
    if (mediaType !== undefined && bytes.length <= maxImageBytes)
      images.push({ mediaType, base64: bytes.toString('base64') });
  }
  return images;
}

function toText(block: unknown): string {
  const fields = toFields(block);
  switch (fields['type']) {
    case 'text':
      return typeof fields['text'] === 'string' ? fields['text'] : '';
    case 'image':
    case 'audio':
      return `[${fields['type']} ${label(fields['mimeType'])}, ${sizeOf(fields['data'])}]`;
    case 'resource': {
      const resource = toFields(fields['resource']);
      const place = `resource ${label(resource['uri'])}`;
      return typeof resource['text'] === 'string'
        ? `[${place}]\n${resource['text']}`
        : `[${place} ${label(resource['mimeType'])}, ${sizeOf(resource['blob'])}]`;
    }
    case 'resource_link': {
      const about = typeof fields['description'] === 'string' ? `: ${label(fields['description'])}` : '';
      return `[link to resource ${label(fields['uri'])} (${label(fields['name'])})${about}]`;
    }
    default:
      return `[part of type ${label(fields['type'])}, not shown]`;
  }
}

/** Servers repeat structured content as text for clients that do not know it; then once is enough. */
function toStructured(content: unknown, parts: readonly string[]): string | undefined {
  if (content === undefined || content === null) return undefined;
  let text: string;
  let compact: string;
  try {
    text = JSON.stringify(content, null, 2);
    compact = JSON.stringify(content);
  } catch {
    return '[structured content, nested too deeply to be shown]';
  }
  const values = Object.values(content);
  const isOneText = values.length === 1 && parts.some((part) => part === values[0]);
  return isOneText || parts.some((part) => isSame(part, compact)) ? undefined : text;
}

function isSame(part: string, compact: string): boolean {
  if (!part.trimStart().startsWith('{') || part.length > compact.length * 4 + 1000) return false;
  try {
    return JSON.stringify(JSON.parse(part)) === compact;
  } catch {
    return false;
  }
}

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function label(value: unknown): string {
  return typeof value === 'string' ? toCleanText(value, maxLabelBytes).replaceAll('\n', ' ') : 'unknown';
}

function sizeOf(base64: unknown): string {
  return `${typeof base64 === 'string' ? Math.floor((base64.length * 3) / 4) : 0} bytes`;
}
