// What may not stand in the picture that a diagram becomes. A picture runs and loads nothing anyhow, whatever is in it;
// this is the second wall.

const forbidden =
  'script, foreignObject, image, iframe, object, embed, audio, video, use, animate, set, link, img, a';

/** An address of anything but a part of the picture itself. */
const foreign = /url\(\s*['"]?(?!#)[^)]*\)/gi;

export function cleanSvg(svg: SVGElement): void {
  for (const element of svg.querySelectorAll(forbidden)) {
    if (element.localName === 'a') element.replaceWith(...element.childNodes);
    else element.remove();
  }
  for (const element of [svg, ...svg.querySelectorAll('*')])
    for (const { name, value } of [...element.attributes]) {
      const leads = /href$/i.test(name) && !value.startsWith('#');
      if (/^on/i.test(name) || leads || /javascript:/i.test(value)) element.removeAttribute(name);
      else if (/url\(/i.test(value)) element.setAttribute(name, value.replace(foreign, 'none'));
    }
  for (const style of svg.querySelectorAll('style'))
    style.textContent = style.textContent.replace(/@import[^;]*;?/gi, '').replace(foreign, 'none');
}
