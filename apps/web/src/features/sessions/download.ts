/** The server says that it is a file, so the page stays. */
export function download(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

export type NamedFile = { name: string; type: string; text: string };

/** A text that the page has already, as a file. */
export function saveFile({ name, type, text }: NamedFile) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then, in every browser.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
