// A session as the text of a file.
import { assertNever, type ExportFormat, type SessionArchive } from '@slipstream/protocol';
import type { ToolSpec } from '../model.ts';
import { toFineTuning } from './to-fine-tuning.ts';
import { toMarkdown } from './to-markdown.ts';

export function toExport(archive: SessionArchive, format: ExportFormat, tools: readonly ToolSpec[]): string {
  switch (format) {
    case 'markdown':
      return toMarkdown(archive);
    case 'json':
      return `${JSON.stringify(archive, null, 2)}\n`;
    case 'jsonl':
      return toFineTuning(archive, tools);
    default:
      return assertNever(format);
  }
}
