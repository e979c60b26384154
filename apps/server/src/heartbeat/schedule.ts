// When a periodic task runs: plain cron, or a few words in English or Chinese. Everything else is no schedule.
import { Cron } from 'croner';

export type Schedule = {
  /** The next time after `after` (epoch milliseconds), given when it last began; null: never again. */
  next(after: number, last: number | null): number | null;
};

const minute = 60_000;
const units: Readonly<Record<string, number>> = {
  minute,
  minutes: minute,
  min: minute,
  hour: 60 * minute,
  hours: 60 * minute,
  day: 24 * 60 * minute,
  days: 24 * 60 * minute,
  分钟: minute,
  小时: 60 * minute,
  天: 24 * 60 * minute,
};

const every = /^every\s+(?:(\d{1,4})\s+)?(minutes?|min|hours?|days?)$/i;
const chineseEvery = /^每\s*(?:隔\s*)?(\d{1,4})?\s*个?(分钟|小时|天)$/;
const daily = /^(?:every day|daily)\s+at\s+(\d{1,2}):(\d{2})$/i;
const chineseDaily = /^每天\s*(\d{1,2})[:：](\d{2})$/;

/** Undefined for a text that is no schedule. Cron is in the server's time zone, with five fields: never below a minute. */
export function toSchedule(text: string): Schedule | undefined {
  const plain = text.trim().replace(/[.。]$/, '');
  const repeated = every.exec(plain) ?? chineseEvery.exec(plain);
  if (repeated) {
    const step = Number(repeated[1] ?? 1) * (units[(repeated[2] ?? '').toLowerCase()] ?? 0);
    return step > 0 ? { next: (after, last) => Math.max(after, (last ?? after) + step) } : undefined;
  }
  const clock = daily.exec(plain) ?? chineseDaily.exec(plain);
  return toCron(clock ? `${Number(clock[2])} ${Number(clock[1])} * * *` : plain);
}

function toCron(pattern: string): Schedule | undefined {
  if (pattern.split(/\s+/).length !== 5) return undefined;
  try {
    const cron = new Cron(pattern, { paused: true });
    return { next: (after) => cron.nextRun(new Date(after))?.getTime() ?? null };
  } catch {
    return undefined;
  }
}
