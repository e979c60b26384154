// Mermaid's text to the address of a picture. Mermaid draws into a place of its own on the page; what it made is cleaned
// and serialised, and only that leaves here.
import mermaid from 'mermaid';
import { cleanSvg } from './clean-svg.ts';
import { keepAngles, toWords } from './keep-angles.ts';
import { styleByRules } from './style-by-rules.ts';

export type Drawing = { url: string; width: number; height: number; words: string };

/** Larger ones are slower to draw than they are useful. */
const longest = 20_000;
const wordsTold = 200;

/** What a directive in a diagram's text may not change. */
const secured = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'fontFamily',
  'theme',
  'themeCSS',
  'themeVariables',
];

let count = 0;
/** Mermaid keeps one configuration for all: one is drawn after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Rejects where the text is no diagram. Whoever takes the address gives it back with `revokeObjectURL`. */
export function drawDiagram(text: string, dark: boolean): Promise<Drawing> {
  const drawn = last.then(() => draw(text, dark));
  last = drawn.catch(() => {});
  return drawn;
}

async function draw(text: string, dark: boolean): Promise<Drawing> {
  if (text.length > longest) throw new Error('The diagram is too long.');
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: dark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
    maxTextSize: longest,
    secure: secured,
  });
  const place = document.createElement('div');
  place.className = 'out-of-sight diagram-place';
  place.setAttribute('aria-hidden', 'true');
  document.body.append(place);
  const drawn = holdDrawn(place);
  const undo = styleByRules(place);
  try {
    count += 1;
    await mermaid.render(`diagram-${count}`, keepAngles(text), place);
  } finally {
    place.remove();
    undo();
  }
  return toDrawing(drawn());
}

/**
 * Gives the drawing itself. Mermaid reads it as markup, to parse and to clean that, which the page's policy would be
 * violated by at each style; nothing else looks at that markup, and what is kept is cleaned here.
 */
function holdDrawn(place: HTMLElement): () => SVGElement | null {
  let held: Element | null = null;
  place.appendChild = <T extends Node>(node: T): T => {
    if (node instanceof Element) {
      held = node;
      Object.defineProperty(node, 'innerHTML', { get: () => '' });
    }
    return Node.prototype.appendChild.call(place, node) as T;
  };
  return () => held?.querySelector('svg') ?? null;
}

function toDrawing(svg: SVGElement | null): Drawing {
  if (!svg) throw new Error('Mermaid drew nothing.');
  cleanSvg(svg);
  readWords(svg);
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (!(width > 0 && height > 0)) throw new Error('The diagram has no size.');
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.style.maxWidth = '';
  const source = new XMLSerializer().serializeToString(svg);
  const url = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
  const words = [...svg.querySelectorAll('text')].map((each) => each.textContent.trim()).join(', ');
  return { url, width: Math.ceil(width), height: Math.ceil(height), words: words.slice(0, wordsTold) };
}

function readWords(svg: SVGElement): void {
  const texts = document.createNodeIterator(svg, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node.parentElement?.localName !== 'style') node.nodeValue = toWords(node.nodeValue ?? '');
}
