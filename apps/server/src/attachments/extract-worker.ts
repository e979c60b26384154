// Runs in a thread of its own: the text of one PDF or DOCX. What it is given is somebody's file and may be made to
// harm, so nothing else happens here and whoever started it ends it when it takes too long.
import { parentPort, workerData } from 'node:worker_threads';

const { kind, bytes, maxChars } = workerData as { kind: 'pdf' | 'docx'; bytes: Uint8Array; maxChars: number };

async function extract(): Promise<string> {
  if (kind === 'docx') {
    const { default: mammoth } = await import('mammoth');
    return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value;
  }
  const { extractText, getDocumentProxy } = await import('unpdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text.map((page, index) => `[Page ${index + 1}]\n${page}`).join('\n\n');
}

extract().then(
  (text) => parentPort?.postMessage({ text: text.slice(0, maxChars).toWellFormed() }),
  (error: unknown) =>
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) }),
);
