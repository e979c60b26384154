import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGatheredText } from './gathered-text.ts';

it('gives all that was added since it was cleared, whenever it is asked', () => {
  const action = fc.oneof(
    { weight: 50, arbitrary: fc.record({ do: fc.constant('add' as const), piece: fc.string() }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 300, size: 'max' }), (actions) => {
      const gathered = createGatheredText();
      let expected = '';
      for (const each of actions) {
        if (each.do === 'clear') {
          gathered.clear();
          expected = '';
        } else if (each.do === 'look') expect(gathered.text()).toBe(expected);
        else {
          gathered.add(each.piece);
          expected += each.piece;
        }
      }
      expect(gathered.text()).toBe(expected);
    }),
  );
});
