import { expect, test } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

const faultOf = (yaml: string) => {
  const read = readFrontMatter(`---\n${yaml}\n---\nText`);
  return read && 'problem' in read ? read : undefined;
};

test.each([
  ['name: a\ndescription: b: c', 3, 'a text with a colon and a space in it must stand in quotes'],
  ['name: a\nname: b', 3, 'a field is there twice'],
  ['name: "a', 3, 'a closing quote, or the colon behind a name, is missing'],
  ['name: [a\ntools: b', 3, 'a closing bracket is missing, or a line is not indented as it must be'],
  ['name a\ntools: b', 2, 'a colon is missing behind the name of a field'],
  ['name: @a', 2, 'a text that begins with this sign must stand in quotes'],
  ['name: a\n\ttools: b', 3, 'a line is indented with a tab'],
  ['name: "a" b', 2, 'there is something behind a value that does not belong to it'],
  ['name: "\\q"', 2, 'a backslash between double quotes is followed by no sign that it can have'],
])('%j is said to be wrong on its line, in words for people', (yaml, line, why) => {
  expect(faultOf(yaml)).toEqual({ line, problem: `It is not valid YAML: ${why}.` });
});

test('what is right is read', () => {
  expect(readFrontMatter('---\nname: a\n---\n\nText\n')).toMatchObject({
    fields: { name: 'a' },
    body: 'Text',
  });
});
