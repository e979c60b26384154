// Lines in, frames out: server-sent events as providers really send them. A data line that is JSON by itself is a
// frame at once, so a stream without blank lines still flows, and `[DONE]` needs nothing after it. Bare JSON (a whole
// completion, an error without `data:`) is taken as well. Parsers that keep to the letter of the standard hold data back
// until a blank line and drop such lines. It never looks into the JSON.
import { parseJson } from './json.ts';
import { createPendingLines } from './pending-lines.ts';
import type { UsualLine } from './usual-line.ts';

export type Frame =
  /** `event` is the event's name so far, empty where it has none. */
  | { type: 'json'; value: unknown; event: string }
  /** An event or line that says by its name that it is an error, and is not JSON. */
  | { type: 'error'; words: string }
  | { type: 'done' }
  /** A line in the middle of the stream that cannot be understood. */
  | { type: 'garbage'; text: string };

export type FrameReader = {
  /** Lines as the line reader gives them. Frames go to the sink; none after `done`. */
  push(lines: string): void;
  /** What the body ended with. `rest` is its last line if that had no line end. */
  end(rest: string): void;
  /** Text that was neither a field nor JSON, for saying what came instead of an answer. */
  strayText(): string;
  /** Characters that wait for the rest of their JSON. */
  waiting(): number;
};

const strayLimit = 4096;

/** `usual` may take lines in the place of the sink: whole events of one data line, between those that are frames. */
export function createFrameReader(sink: (frame: Frame) => void, usual?: UsualLine): FrameReader {
  /** Data lines of the event that do not parse yet. */
  const data = createPendingLines();
  /** Lines of a JSON document that was begun without `data:`. */
  const document = createPendingLines();
  let event = '';
  let stray = '';
  let done = false;

  function emit(frame: Frame): void {
    if (done) return;
    done = frame.type === 'done';
    sink(frame);
  }

  /** True when the text is JSON, which then is a frame. */
  function emitJson(text: string, name = event): boolean {
    return emitValue(parseJson(text), name);
  }

  function emitValue(value: unknown, name: string): boolean {
    if (value !== undefined) emit({ type: 'json', value, event: name });
    return value !== undefined;
  }

  function readLine(line: string): void {
    if (line === '') {
      flushData(false);
      event = '';
    } else if (line.startsWith('data:')) readData(afterColon(line, 5));
    else if (line.startsWith('event:')) event = afterColon(line, 6).trim();
    else if (line.startsWith('error:')) readError(afterColon(line, 6));
    else if (!/^(?::|(?:data|event|id|retry)(?::|$))/.test(line)) readStray(line);
  }

  function readData(value: string): void {
    if (!document.isEmpty()) flushDocument(false);
    if (data.isEmpty()) {
      const parsed = parseJson(value);
      if (emitValue(parsed, event)) {
        if (event === '') usual?.learn(value, parsed);
        return;
      }
    }
    const text = value.trim();
    if (text === '[DONE]') {
      flushData(false);
      emit({ type: 'done' });
    } else if (text !== '' || !data.isEmpty()) data.add(value);
  }

  /** The data lines of one event are one text; where that is not JSON, each of them stands for itself. */
  function flushData(atEnd: boolean): void {
    if (data.isEmpty()) return;
    const lines = data.take();
    if (lines.length > 1 && emitJson(lines.join('\n'))) return;
    for (const line of lines) {
      if (line.trim() === '' || emitJson(line)) continue;
      if (event === 'error') emit({ type: 'error', words: lines.join('\n') });
      // At the end of the body a line that does not parse is one that was cut.
      else if (!atEnd) emit({ type: 'garbage', text: line });
      return;
    }
  }

  function readError(value: string): void {
    if (!emitJson(value, 'error') && value.trim() !== '') emit({ type: 'error', words: value });
  }

  function readStray(line: string): void {
    const text = line.trim();
    // The rest of a data line whose JSON was sent with line ends in it.
    if (!data.isEmpty()) data.add(line);
    else if (!document.isEmpty()) document.add(line);
    else if (text === '[DONE]') emit({ type: 'done' });
    else if (text !== line && /^(?:data|event|error):/.test(text)) readLine(text);
    else if (!/^[[{]/.test(text)) stray += stray.length < strayLimit ? `${line}\n` : '';
    else if (!emitJson(text)) document.add(line);
  }

  function flushDocument(atEnd: boolean): void {
    if (document.isEmpty()) return;
    const text = document.take().join('\n');
    if (!emitJson(text) && !atEnd) emit({ type: 'garbage', text });
  }

  return {
    push(lines) {
      let from = 0;
      while (!done) {
        // The line that nearly all are is cut once, or not at all.
        const isData = lines.startsWith('data: ', from);
        if (isData && usual && event === '' && data.isEmpty() && document.isEmpty()) {
          const end = usual.read(lines, from + 6);
          if (end >= 0) {
            // The blank line after it ends an event that nothing is left of.
            from = lines.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
            continue;
          }
        }
        const to = lines.indexOf('\n', from);
        if (to < 0) return;
        if (isData) readData(lines.slice(from + 6, to));
        else readLine(lines.slice(from, to));
        from = to + 1;
      }
    },
    end(rest) {
      if (rest !== '') readLine(rest);
      flushData(true);
      flushDocument(true);
    },
    strayText: () => stray,
    waiting: () => data.size() + document.size(),
  };
}

function afterColon(line: string, from: number): string {
  return line.slice(line.charCodeAt(from) === 32 ? from + 1 : from);
}
