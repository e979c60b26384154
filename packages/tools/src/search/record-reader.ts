// Cuts a stream of bytes into records and stops at a limit. Memory stays bounded whatever comes.
export type RecordLimits = { separator: '\n' | '\0'; maxRecords: number; maxBytes: number };

export type RecordReader = {
  /** False once a limit is reached: nothing more is taken. */
  add(chunk: Buffer): boolean;
  /** All whole records, and the last one without its separator when the stream came to its end. */
  records(isAtEnd: boolean): string[];
};

export function createRecordReader({ separator, maxRecords, maxBytes }: RecordLimits): RecordReader {
  const end = separator.charCodeAt(0);
  const found: string[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let isFull = false;

  return {
    add(chunk) {
      if (isFull) return false;
      let from = 0;
      const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let at = joined.indexOf(end, from); at >= 0; at = joined.indexOf(end, from)) {
        const size = at - from + 1;
        if (found.length >= maxRecords || bytes + size > maxBytes) {
          isFull = true;
          return false;
        }
        found.push(joined.toString('utf8', from, at));
        bytes += size;
        from = at + 1;
      }
      rest = joined.subarray(from);
      isFull = rest.length > maxBytes;
      return !isFull;
    },
    records: (isAtEnd) => (isAtEnd && !isFull && rest.length > 0 ? [...found, rest.toString('utf8')] : found),
  };
}
