// A provider's words as one line that people can read, also where it sent a web page.

const maxLength = 1000;

/** One line of plain text; of a page of HTML its title, or what is left without its tags. */
export function toPlainLine(text: string): string {
  if (!/^\s*(?:<!doctype|<html|<head|<body|<\?xml)/i.test(text)) return squeeze(text.slice(0, maxLength));
  const page = text.slice(0, 64 * 1024);
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1] ?? '';
  return squeeze(title) || squeeze(page.replace(/<[^>]*>/g, ' ')).slice(0, 300);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
