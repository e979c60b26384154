// HEARTBEAT.md: each heading of the second level is a schedule, and the text under it what is to be done then.
import { createHash } from 'node:crypto';
import { type Schedule, toSchedule } from './schedule.ts';

export type HeartbeatTask = {
  /** The same as long as schedule and text are. */
  id: string;
  schedule: string;
  text: string;
  when: Schedule;
};

export type HeartbeatProblem = { line: number; problem: string };

const maxTasks = 20;
const maxTaskChars = 8000;

export function readTasks(file: string): { tasks: HeartbeatTask[]; problems: HeartbeatProblem[] } {
  const tasks: HeartbeatTask[] = [];
  const problems: HeartbeatProblem[] = [];
  for (const { line, heading, body } of toSections(file)) {
    const when = toSchedule(heading);
    const text = body.trim();
    if (!when)
      problems.push({
        line,
        problem: `"${heading}" is no schedule. Write "every 30 minutes", "every day at 9:00" or five cron fields such as "0 9 * * 1-5".`,
      });
    else if (text === '') problems.push({ line, problem: 'There is no text under it that says what to do.' });
    else if (text.length > maxTaskChars)
      problems.push({ line, problem: `The text under it is longer than ${maxTaskChars} characters.` });
    else if (tasks.length >= maxTasks)
      problems.push({ line, problem: `More than ${maxTasks} tasks cannot be kept; this one is left out.` });
    else tasks.push({ id: toId(heading, text, tasks), schedule: heading, text, when });
  }
  return { tasks, problems };
}

function toSections(file: string): { line: number; heading: string; body: string }[] {
  const sections: { line: number; heading: string; body: string }[] = [];
  let fenced = false;
  file.split(/\r?\n/).forEach((text, index) => {
    if (/^\s*(?:```|~~~)/.test(text)) fenced = !fenced;
    const heading = fenced ? undefined : /^##\s+(.+?)\s*#*$/.exec(text)?.[1];
    const open = sections.at(-1);
    if (heading !== undefined) sections.push({ line: index + 1, heading, body: '' });
    else if (open) open.body += `${text}\n`;
  });
  return sections;
}

function toId(schedule: string, text: string, before: readonly HeartbeatTask[]): string {
  const twins = before.filter((task) => task.schedule === schedule && task.text === text).length;
  return createHash('sha256').update(`${schedule}\n${text}\n${twins}`).digest('hex').slice(0, 16);
}
