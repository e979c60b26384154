import { expect, test } from 'vitest';
import { toSafeLink } from './safe-link.ts';

test.each(['https://a.example/x?y#z', 'http://a.example/', 'mailto:a@b.example'])('links %s', (address) => {
  expect(toSafeLink(address)).toBe(address);
});

test.each([
  undefined,
  '',
  '/s/here',
  '#fn-1',
  '//a.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'https://',
])('does not link %j', (address) => {
  expect(toSafeLink(address)).toBeNull();
});
