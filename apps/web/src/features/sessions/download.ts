/** The server says that it is a file, so the page stays. */
export function download(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
