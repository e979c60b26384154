import { expect, test } from 'vitest';
import { styleByRules } from './style-by-rules.ts';

const { setAttribute } = Element.prototype;
const { createElement } = document;

function setUp() {
  const place = document.body.appendChild(document.createElement('div'));
  const undo = styleByRules(place);
  return {
    place,
    end() {
      place.remove();
      undo();
    },
  };
}

test('a style within the place is set by its rules, one elsewhere as ever, and all is as it was at the end', () => {
  const outside = document.body.appendChild(document.createElement('p'));
  const { place, end } = setUp();
  const within = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  const set: string[] = [];
  Object.defineProperty(within.style, 'cssText', { set: (text: string) => set.push(text) });
  place.append(within);
  within.setAttribute('style', 'fill: red');
  within.setAttribute('id', 'a');
  outside.setAttribute('style', 'color: red');
  expect(set).toEqual(['fill: red']);
  expect(within.id).toBe('a');
  expect(outside.getAttribute('style')).toBe('color: red');
  end();
  outside.remove();
  expect(Element.prototype.setAttribute).toBe(setAttribute);
  expect(document.createElement).toBe(createElement);
  expect(document.adoptedStyleSheets).toEqual([]);
});

test('a style sheet is one of the document while it is drawn, and stands in the drawing afterwards', () => {
  const { place, end } = setUp();
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  place.append(svg);
  const style = document.createElement('style');
  style.innerHTML = '#d { fill: red }';
  svg.append(style);
  expect(document.querySelectorAll('style')).toHaveLength(0);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  end();
  expect(svg.innerHTML).toBe('<style>#d { fill: red }</style>');
});
