import { expect, test } from 'vitest';
import { judgeSwipe } from './swipe.ts';

const judge = (from: [number, number], to: [number, number], open = false, ms = 100) =>
  judgeSwipe({ x: from[0], y: from[1], at: 0 }, { x: to[0], y: to[1], at: ms }, open);

test.each([
  ['from the edge to the right', judge([4, 400], [60, 410]), 'opens'],
  ['not far enough yet', judge([4, 400], [40, 402]), 'open'],
  ['hardly moved', judge([4, 400], [8, 402]), 'open'],
  ['not from the edge', judge([60, 400], [200, 400]), null],
  ['down: the page scrolls', judge([4, 400], [10, 440]), null],
  ['slanted', judge([4, 400], [60, 450]), null],
  ['from the edge out of the page', judge([20, 400], [2, 400]), null],
  ['rested before it moved: a selection', judge([4, 400], [6, 400], false, 400), null],
  ['with the drawer open, to the left from anywhere', judge([300, 400], [240, 405], true), 'closes'],
  ['with the drawer open, to the right', judge([4, 400], [80, 400], true), null],
  ['with the drawer open, through its list', judge([150, 400], [140, 300], true), null],
])('%s', (_, judged, expected) => {
  expect(judged).toBe(expected);
});
