import { describe, expect, test } from 'vitest';
import { createCallAssembler } from './assemble-calls.ts';
import type { CallFragment } from './read-fragments.ts';

const piece = (fields: Partial<CallFragment>): CallFragment => ({
  index: undefined,
  id: '',
  name: '',
  args: '',
  extraContent: undefined,
  ...fields,
});

function assemble(...fragments: Partial<CallFragment>[]): [string, string, string][] {
  let made = 0;
  const assembler = createCallAssembler(() => {
    made += 1;
    return `made${made}`;
  });
  for (const fragment of fragments) assembler.add(piece(fragment));
  return assembler.calls().map(({ id, name, argsText }) => [id, name, argsText]);
}

describe('which call a fragment belongs to', () => {
  test('interleaved fragments go by their index, whatever it starts at', () => {
    expect(
      assemble(
        { index: 3, id: 'a', name: 'x', args: '{' },
        { index: 7, id: 'b', name: 'y', args: '[' },
        { index: 3, args: '}' },
        { index: 7, args: ']' },
      ),
    ).toEqual([
      ['a', 'x', '{}'],
      ['b', 'y', '[]'],
    ]);
  });

  test('another id and a name at the same index open a call; another id alone does not', () => {
    expect(
      assemble(
        { index: 0, id: 'a', name: 'x' },
        { index: 0, id: 'other', args: '{}' },
        { index: 0, id: 'b', name: 'x', args: '{}' },
      ),
    ).toEqual([
      ['a', 'x', '{}'],
      ['b', 'x', '{}'],
    ]);
  });

  test('complete arguments end a call when the next one is named at its index', () => {
    expect(
      assemble({ index: 0, name: 'x', args: '{"n":1}' }, { index: 0, name: 'x', args: '{"n":2}' }),
    ).toEqual([
      ['made1', 'x', '{"n":1}'],
      ['made2', 'x', '{"n":2}'],
    ]);
  });

  test('a name that is only repeated at the end opens nothing', () => {
    expect(assemble({ index: 0, id: 'a', name: 'x', args: '{}' }, { index: 0, id: 'a', name: 'x' })).toEqual([
      ['a', 'x', '{}'],
    ]);
  });

  test('without an index: names open, known ids and bare fragments go on', () => {
    expect(
      assemble(
        { id: 'a', name: 'x', args: '{' },
        { args: '}' },
        { name: 'y', args: '{' },
        { args: '}' },
        { id: 'a', args: ' ' },
      ),
    ).toEqual([
      ['a', 'x', '{} '],
      ['made1', 'y', '{}'],
    ]);
  });

  test('a beginning without an index goes on at the index that follows', () => {
    expect(assemble({ id: 'a', name: 'x' }, { index: 0, args: '{' }, { index: 0, args: '}' })).toEqual([
      ['a', 'x', '{}'],
    ]);
  });

  test('an id that comes late is used, one that is taken is not', () => {
    expect(
      assemble(
        { index: 0, name: 'x', args: '{' },
        { index: 0, id: 'a', args: '}' },
        { index: 1, id: 'a', name: 'y' },
      ),
    ).toEqual([
      ['a', 'x', '{}'],
      ['made1', 'y', ''],
    ]);
  });

  test('made ids keep clear of the given ones', () => {
    expect(assemble({ index: 0, id: 'made1', name: 'x' }, { index: 1, name: 'y' }).map(([id]) => id)).toEqual(
      ['made1', 'made2'],
    );
  });
});

describe('names', () => {
  test.each<[string, string[], string]>([
    ['pieces', ['edit_', 'note'], 'edit_note'],
    ['the whole again', ['read', 'read', 'read'], 'read'],
    ['growing', ['re', 'read', 'read_note'], 'read_note'],
    ['late', ['', 'read'], 'read'],
  ])('%s', (_, names, expected) => {
    const fragments = names.map((name) => ({ index: 0, id: 'a', name }));
    expect(assemble(...fragments)).toEqual([['a', expected, '']]);
  });
});

describe('previews', () => {
  test('a call shows once its id and name are known, with all of its arguments so far', () => {
    const assembler = createCallAssembler(() => 'made');
    assembler.add(piece({ index: 0, id: 'a', args: '{' }));
    expect(assembler.previews()).toEqual([]);
    assembler.add(piece({ index: 0, name: 'x' }));
    expect(assembler.previews()).toEqual([{ id: 'a', name: 'x', text: '{' }]);
    expect(assembler.previews()).toEqual([]);
    assembler.add(piece({ index: 0, args: '}' }));
    expect(assembler.previews()).toEqual([{ id: 'a', name: 'x', text: '}' }]);
  });

  test('a call without an id shows with its made id at the end', () => {
    const assembler = createCallAssembler(() => 'made');
    assembler.add(piece({ index: 0, name: 'x', args: '{}' }));
    expect(assembler.previews()).toEqual([]);
    assembler.calls();
    expect(assembler.previews()).toEqual([{ id: 'made', name: 'x', text: '{}' }]);
  });
});
