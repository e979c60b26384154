// The thread in which a page becomes Markdown. A page can be made so that this takes for ever or ends in a stack
// overflow; whoever started the thread ends it then. Runs nothing of the page and loads nothing for it.
import { parentPort, workerData } from 'node:worker_threads';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';
import type { PageJob, PageMarkdown } from './read-page.ts';

/** The libraries call themselves once for each level; real pages have some tens. */
const maxDepth = 400;
const removed = 'script, style, noscript, template, iframe, object, embed, svg, canvas, form, [hidden]';

/** What is used of a document; the types of the DOM would put a browser's globals into the whole package. */
type PageElement = {
  readonly firstElementChild: PageElement | null;
  readonly nextElementSibling: PageElement | null;
  readonly parentElement: PageElement | null;
  readonly textContent: string | null;
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
};
type PageDocument = {
  readonly title: string | null;
  readonly documentElement: PageElement | null;
  readonly body: PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

const toDocument = (html: string) => parseHTML(html).document as unknown as PageDocument;

parentPort?.postMessage(convert(workerData as PageJob));

function convert({ html, url }: PageJob): PageMarkdown {
  const document = toDocument(toWhole(html));
  if (isTooDeep(document.documentElement)) return undefined;
  const title = (document.title ?? '').trim();
  const readable = toReadable(html, document);
  const page = toDocument(`<html><body>${readable ?? document.body?.innerHTML ?? ''}</body></html>`);
  for (const element of page.querySelectorAll(removed)) element.remove();
  absolutize(page, url);
  giveRows(page);
  const markdown = createTurndown().turndown(page.body as never);
  return { title, markdown: markdown.trim() };
}

/** A fragment would become a document whose root is its first element. */
function toWhole(html: string): string {
  return /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`;
}

/** The main part of a page; undefined where there is none to be found, as on an index or in an application. */
function toReadable(html: string, document: PageDocument): string | undefined {
  // It takes the document apart, and the whole one may still be needed.
  const article = new Readability(toDocument(toWhole(html)) as never).parse();
  const length = article?.textContent?.trim().length ?? 0;
  const whole = document.body?.textContent?.trim().length ?? 0;
  return article?.content && (length > 500 || length > whole / 2) ? article.content : undefined;
}

function isTooDeep(root: PageElement | null): boolean {
  let depth = 0;
  let node: PageElement | null = root;
  while (node) {
    const child: PageElement | null = node.firstElementChild;
    if (child) {
      depth += 1;
      if (depth > maxDepth) return true;
      node = child;
      continue;
    }
    while (node && !node.nextElementSibling) {
      node = node.parentElement;
      depth -= 1;
    }
    node = node?.nextElementSibling ?? null;
  }
  return false;
}

/** Links as whole addresses of the web, or as bare text; no pictures that are data. */
function absolutize(page: PageDocument, base: string): void {
  for (const [selector, attribute] of [
    ['a[href]', 'href'],
    ['img', 'src'],
  ] as const) {
    for (const element of page.querySelectorAll(selector)) {
      const value = element.getAttribute(attribute) ?? '';
      const target = URL.canParse(value, base) ? new URL(value, base) : undefined;
      if (target && /^https?:$/.test(target.protocol)) element.setAttribute(attribute, target.href);
      else if (attribute === 'src') element.remove();
      else element.removeAttribute(attribute);
    }
  }
}

/** What tables are written by, and this document does not know. On their class, since turndown works on a copy. */
function giveRows(page: PageDocument): void {
  const [table] = page.querySelectorAll('table');
  if (!table) return;
  Object.defineProperty(Object.getPrototypeOf(table), 'rows', {
    configurable: true,
    get(this: PageDocument) {
      return [...this.querySelectorAll('tr')];
    },
  });
}

function createTurndown(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  service.use(gfm);
  return service;
}
