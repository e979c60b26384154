import { describe, expect, it } from 'vitest';
import { planUndo } from './plan-undo.ts';
import { toPromptMessage } from './prompt.ts';
import { toUndonePaths } from './session-undo.ts';
import type { StoredFileChange } from './store.ts';

/** `a>b` is a change from content a to b; `>b` made the file; `!` behind it: undone. */
function toChanges(...specs: [turnId: string, change: string, path?: string][]): StoredFileChange[] {
  return specs.map(([turnId, spec, path = 'file'], index) => {
    const [before = '', after = ''] = spec.replace('!', '').split('>');
    return {
      id: `c${index + 1}`,
      sessionId: 's',
      turnId,
      callId: `call-${index + 1}`,
      path,
      before: before === '' ? null : before,
      after,
      at: '2026-01-01T00:00:00.000Z',
      undoneAt: spec.endsWith('!') ? '2026-01-02T00:00:00.000Z' : null,
    };
  });
}

function outlook(
  changes: StoredFileChange[],
  now: string | null,
  { turnId = 't1', lost = [] as string[] } = {},
) {
  const files = { now: () => now, isKept: (change: StoredFileChange) => !lost.includes(change.id) };
  return [...planUndo(changes, turnId, files)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([id, { state, withTurn }]) => `${id} ${state}${withTurn ? ' +' : ''}`);
}

describe('planUndo', () => {
  it.each<[string, string | null, string[]]>([
    ['as the change left it', 'B', ['c1 undoable +']],
    ['changed since', 'X', ['c1 changed']],
    ['gone', null, ['c1 gone']],
    ['put back by somebody else', 'A', ['c1 undone']],
  ])('of one change of a file that is %s', (_, now, expected) => {
    expect(outlook(toChanges(['t1', 'A>B']), now)).toEqual(expected);
  });

  it('of a file that was made and is not there any more', () => {
    expect(outlook(toChanges(['t1', '>B']), null)).toEqual(['c1 gone']);
    expect(outlook(toChanges(['t1', '>B']), 'B')).toEqual(['c1 undoable +']);
  });

  it('leads a turn back through all its changes of a file, the newest first', () => {
    const changes = toChanges(['t1', 'A>B'], ['t1', 'B>C'], ['t1', 'C>D']);
    expect(outlook(changes, 'D')).toEqual(['c1 later +', 'c2 later +', 'c3 undoable +']);
    expect(outlook(changes, 'X')).toEqual(['c1 changed', 'c2 changed', 'c3 changed']);
  });

  it('stops at a change of another turn, until that is undone', () => {
    const open = toChanges(['t1', 'A>B'], ['t2', 'B>C']);
    expect(outlook(open, 'C')).toEqual(['c1 later']);
    expect(outlook(open, 'C', { turnId: 't2' })).toEqual(['c2 undoable +']);
    expect(outlook(toChanges(['t1', 'A>B'], ['t2', 'B>C!']), 'B')).toEqual(['c1 undoable +']);
  });

  it('a turn that changed the file before and after another one goes back to that one', () => {
    const changes = toChanges(['t1', 'A>B'], ['t2', 'B>C'], ['t1', 'C>D']);
    expect(outlook(changes, 'D')).toEqual(['c1 later', 'c3 undoable +']);
  });

  it('an agent that went back by itself leaves both changes to be undone', () => {
    expect(outlook(toChanges(['t1', 'A>B'], ['t1', 'B>A']), 'A')).toEqual(['c1 later +', 'c2 undoable +']);
  });

  it('a newer change that somebody took back by hand does not stand in the way', () => {
    expect(outlook(toChanges(['t1', 'A>B'], ['t1', 'B>C']), 'B')).toEqual(['c1 undoable +', 'c2 undone']);
  });

  it('what is no longer kept cannot be undone, nor what lies behind it', () => {
    const changes = toChanges(['t1', 'A>B'], ['t1', 'B>C']);
    expect(outlook(changes, 'C', { lost: ['c2'] })).toEqual(['c1 later', 'c2 lost']);
  });

  it('looks at each file by itself, and only at those of the turn', () => {
    const changes = toChanges(['t1', 'A>B'], ['t1', 'A>C', 'other'], ['t2', 'A>B', 'third']);
    expect(outlook(changes, 'B')).toEqual(['c1 undoable +', 'c2 changed']);
  });
});

describe('the model is told what the user undid', () => {
  const answer = {
    id: 'm',
    sessionId: 's',
    parentId: null,
    role: 'assistant',
    text: 'Written.',
    attachments: [],
    turnId: 't1',
    status: 'completed',
    siblings: [],
    createdAt: '2026-01-01T00:00:00.000Z',
  } as const;

  it('by path, once each, with what was removed again', () => {
    const changes = toChanges(['t1', 'A>B!'], ['t1', 'B>C!'], ['t1', '>N!', 'new.txt'], ['t2', 'C>D']);
    const undone = toUndonePaths(changes);
    expect(undone).toEqual(new Map([['t1', ['file', 'new.txt (removed again)']]]));
    const message = { ...answer, siblings: [], attachments: [] };
    const { text } = toPromptMessage(message, undone.get('t1'));
    expect(text).toMatch(
      /^Written\.\n\n\[Afterwards the user undid .* changes to: file, new\.txt \(removed again\)\./,
    );
    expect(toPromptMessage(message, undone.get('t2')).text).toBe('Written.');
  });
});
