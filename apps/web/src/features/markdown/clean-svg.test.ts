import { expect, test } from 'vitest';
import { cleanSvg } from './clean-svg.ts';

const clean = (markup: string) => {
  const place = document.createElement('div');
  place.innerHTML = markup;
  const svg = place.querySelector('svg');
  if (!svg) throw new Error('There is no picture.');
  cleanSvg(svg);
  return place.innerHTML;
};

test.each([
  '<svg><g>words</g><script>alert(1)</script></svg>',
  '<svg onload="alert(1)"><g onclick="alert(1)">words</g></svg>',
  '<svg><image href="https://evil.example/a.png"></image><g>words</g></svg>',
  '<svg><foreignObject><img src="https://evil.example/b.png"></foreignObject><g>words</g></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><g>words</g></a></svg>',
  '<svg><g>words</g><style>@import url(https://evil.example/c.css); .a { fill: url(https://evil.example/d) }</style></svg>',
  '<svg><use href="https://evil.example/e.svg#x"></use><g style="fill: url(https://evil.example/f)">words</g></svg>',
])('nothing of %s runs or loads', (markup) => {
  const left = clean(markup);
  expect(left).toContain('words');
  expect(left).not.toMatch(/evil|javascript|alert|onload|onclick|<image|<foreignObject|<use|<script|<a /i);
});

test('markers within the picture stay', () => {
  expect(clean('<svg><path marker-end="url(#arrow)"></path><g style="fill: url(#f)"></g></svg>')).toContain(
    'url(#arrow)',
  );
});
