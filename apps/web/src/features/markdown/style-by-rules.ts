// Lets Mermaid style what it draws although the page's policy allows no style that stands in a document: for as long as
// it draws, what it sets as markup is set through the style rules of the same elements, which the policy is not about.

const svgNames = 'http://www.w3.org/2000/svg';

type Undo = () => void;

/**
 * Until the end of it: a `style` attribute that is set on anything in `place`, or on nothing that is shown yet, is set
 * through `style`, and the text of a new `<style>` goes to a sheet of the document while something that says nothing
 * stands for it. At the end, when `place` must be out of the document, the `<style>` takes its place.
 */
export function styleByRules(place: Element): Undo {
  const undo = [styleAttributes(place), styleElements()];
  return () => {
    for (const each of undo) each();
  };
}

function styleAttributes(place: Element): Undo {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    const isOwn = place.contains(this) || !this.isConnected;
    if (name === 'style' && isOwn && (this instanceof SVGElement || this instanceof HTMLElement))
      this.style.cssText = String(value);
    else setAttribute.call(this, name, value);
  };
  return () => {
    Element.prototype.setAttribute = setAttribute;
  };
}

function styleElements(): Undo {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const standIns = new Map<Element, string>();
  const create = document.createElement;
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    if (name !== 'style') return create.call(document, name, options);
    const standIn = document.createElementNS(svgNames, 'metadata');
    Object.defineProperty(standIn, 'innerHTML', {
      set: (rules: string) => {
        standIns.set(standIn, rules);
        sheet.replaceSync(rules);
      },
    });
    // Mermaid gives it its text and puts it into the drawing, and does nothing else with it.
    return standIn as unknown as HTMLStyleElement;
  };
  return () => {
    document.createElement = create;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    for (const [standIn, rules] of standIns) {
      const style = document.createElementNS(svgNames, 'style');
      style.textContent = rules;
      standIn.replaceWith(style);
    }
  };
}
