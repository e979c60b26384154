// Says, by slower and simpler means than the product's, whether a body of events can pass for a whole answer.

type Judgement = 'whole' | 'no end' | 'broken line';

/** Reads events up to the first end: a finish reason or `[DONE]`. */
export function judgeEvents(body: string): Judgement {
  let data: string[] = [];
  for (const line of `${body.replace(/^\ufeff/, '')}\n\n`.split(/\r\n|\r|\n/)) {
    if (line.startsWith('data:')) data.push(line.slice(5));
    else if (line !== '' && data.length > 0 && !/^(?::|id|event|retry|error)/.test(line)) data.push(line);
    if (line.startsWith('data:') && data.every(isJson)) {
      if (data.some(isEnd)) return 'whole';
      data = [];
    } else if (line.startsWith('data:') && line.slice(5).trim() === '[DONE]') {
      const open = data.slice(0, -1);
      return open.length === 0 || isJson(open.join('\n')) ? 'whole' : 'broken line';
    }
    if (line !== '') continue;
    const together = data.join('\n');
    if (data.length > 0 && !isJson(together)) return 'broken line';
    if (isEnd(together)) return 'whole';
    data = [];
  }
  return 'no end';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === '';
  }
}

function isEnd(text: string): boolean {
  try {
    const { choices } = JSON.parse(text);
    return choices.some(
      (choice: { finish_reason?: unknown }) =>
        typeof choice.finish_reason === 'string' && choice.finish_reason !== '',
    );
  } catch {
    return false;
  }
}
