// Cuts a stream of bytes into records and stops at a limit. Memory stays bounded whatever comes.
export type RecordLimits = {
  separator: '\n' | '\0';
  maxRecords: number;
  maxBytes: number;
  /** Called for each; one that is not wanted is dropped, and counts towards no limit. All are, if left out. */
  wants?: ((record: string) => boolean) | undefined;
};

export type RecordReader = {
  /** False once a limit is reached: nothing more is taken. */
  add(chunk: Buffer): boolean;
  /** All whole records, and the last one without its separator when the stream came to its end. */
  records(isAtEnd: boolean): string[];
};

export function createRecordReader({ separator, maxRecords, maxBytes, wants }: RecordLimits): RecordReader {
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
        const record = joined.toString('utf8', from, at);
        from = at + 1;
        if (wants && !wants(record)) continue;
        if (found.length >= maxRecords || bytes + size > maxBytes) {
          isFull = true;
          return false;
        }
        found.push(record);
        bytes += size;
      }
      rest = joined.subarray(from);
      isFull = rest.length > maxBytes;
      return !isFull;
    },
    records: (isAtEnd) => (isAtEnd && !isFull && rest.length > 0 ? [...found, rest.toString('utf8')] : found),
  };
}
