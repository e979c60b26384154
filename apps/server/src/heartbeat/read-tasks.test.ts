import { expect, test } from 'vitest';
import { readTasks } from './read-tasks.ts';

const file = `# Periodic tasks

Words for people.

## every 30 minutes

Look at the build.

\`\`\`sh
## no heading in here
\`\`\`

## now and then
Do it.

## 0 9 * * 1-5 ##
Sum up yesterday.

## every hour
`;

test('reads each heading as a schedule and the text under it as the task', () => {
  const { tasks, problems } = readTasks(file);
  expect(tasks.map(({ schedule, text }) => [schedule, text])).toEqual([
    ['every 30 minutes', 'Look at the build.\n\n```sh\n## no heading in here\n```'],
    ['0 9 * * 1-5', 'Sum up yesterday.'],
  ]);
  expect(problems).toEqual([
    { line: 13, problem: expect.stringContaining('"now and then" is no schedule.') },
    { line: 19, problem: 'There is no text under it that says what to do.' },
  ]);
});

test('tells tasks apart, also equal ones, and knows them again', () => {
  const twice = readTasks('## every hour\nA\n## every hour\nA\n## every hour\nB').tasks.map(({ id }) => id);
  expect(new Set(twice).size).toBe(3);
  expect(readTasks('## every hour\nB').tasks[0]?.id).toBe(twice[2]);
});

test('is bounded', () => {
  const { tasks, problems } = readTasks(
    Array.from({ length: 25 }, (_, n) => `## every hour\nTask ${n}`).join('\n'),
  );
  expect(tasks).toHaveLength(20);
  expect(problems).toHaveLength(5);
  expect(readTasks(`## every hour\n${'x'.repeat(9000)}`).problems).toHaveLength(1);
  expect(readTasks('')).toEqual({ tasks: [], problems: [] });
});
