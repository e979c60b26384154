import { expect, test } from 'vitest';
import { keepPlace, placeIn } from './reading-place.ts';

test('places are kept of the chats that were left last, and of no more', () => {
  const box = document.createElement('div');
  for (let n = 0; n < 500; n += 1) keepPlace(`chat ${n}`, box, true);
  keepPlace('chat 0', box, false);
  keepPlace('one more', box, true);
  expect(placeIn('chat 0')).toMatchObject({ following: false });
  expect(placeIn('chat 1')).toBeUndefined();
  expect(placeIn('chat 2')).toMatchObject({ following: true });
  expect(placeIn('one more')).toMatchObject({ following: true });
});
