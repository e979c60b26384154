// The browser of the browser tests, and what it tells of a page's main thread.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../apps/e2e/src/browser.ts';

// biome-ignore lint/suspicious/noExplicitAny: the types are those of a package that only the browser tests install
type Loose = any;
export type Page = Loose;
export type Browser = Loose;

const playwright = new URL('../../apps/e2e/node_modules/@playwright/test/index.mjs', import.meta.url).href;

/** `unpaced`: frames come as fast as they can, which changes no work and saves waiting. */
export async function openBrowser({ unpaced = false } = {}): Promise<Browser> {
  const { chromium } = await import(playwright);
  const { executablePath, args, env } = await findBrowser();
  const fast = unpaced ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : [];
  return chromium.launch({
    executablePath,
    args: [...args, ...fast, '--enable-precise-memory-info'],
    env: { ...process.env, ...env },
  });
}

export type Spent = { task: number; script: number; layout: number; style: number };

/** Milliseconds of processor time that the page's main thread spent while `run` ran. */
export async function spentBy(page: Page, run: () => Promise<unknown>): Promise<Spent> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metricsOf(cdp);
  await run();
  const after = await metricsOf(cdp);
  await cdp.detach();
  return {
    task: after.task - before.task,
    script: after.script - before.script,
    layout: after.layout - before.layout,
    style: after.style - before.style,
  };
}

async function metricsOf(cdp: Loose): Promise<Spent> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string) =>
    1000 * (metrics.find((metric: { name: string }) => metric.name === name)?.value ?? 0);
  return {
    task: value('TaskDuration'),
    script: value('ScriptDuration'),
    layout: value('LayoutDuration'),
    style: value('RecalcStyleDuration'),
  };
}

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tts?: number;
  tdur?: number;
  args?: { name?: string };
};

/** In milliseconds: `tasks` by the clock, `taskCpu` and `frames` in processor time; `frames` are the script of each frame. */
export type Traced = { tasks: number[]; taskCpu: number[]; frames: number[] };

const scripts = new Set([
  'FunctionCall',
  'EvaluateScript',
  'RunMicrotasks',
  'FireAnimationFrame',
  'TimerFire',
  'EventDispatch',
  'MajorGC',
  'MinorGC',
]);

/** What the main thread did while `run` ran. */
export async function traced(browser: Browser, page: Page, run: () => Promise<unknown>): Promise<Traced> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'devtools.timeline.frame'],
  });
  let buffer: Buffer;
  try {
    await run();
  } finally {
    buffer = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(buffer.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map((event) => `${event.pid}/${event.tid}`),
  );
  const events = traceEvents.filter((event) => mains.has(`${event.pid}/${event.tid}`));
  const all = events.filter(({ name, ph }) => name.endsWith('RunTask') && ph === 'X');
  return {
    tasks: all.map(({ dur = 0 }) => dur / 1000),
    taskCpu: all.map(({ tdur = 0 }) => tdur / 1000),
    frames: scriptOfFrames(events),
  };
}

/** What comes after the end of a frame is of the next. Script that is called by script counts once. */
function scriptOfFrames(events: readonly TraceEvent[]): number[] {
  const ends = events
    .filter(({ name, ph }) => name === 'AnimationFrame' && ph === 'e')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b);
  if (ends.length === 0) throw new Error('The browser told of no frame.');
  const frames: number[] = [...ends, Number.POSITIVE_INFINITY].map(() => 0);
  let [end, frame] = [0, 0];
  const spans = events
    .filter(({ name, ph }) => ph === 'X' && scripts.has(name))
    .toSorted((a, b) => a.ts - b.ts);
  for (const { ts, dur = 0, tdur = 0 } of spans) {
    if (ts + dur <= end) continue;
    end = ts + dur;
    while ((ends[frame] ?? Number.POSITIVE_INFINITY) <= ts) frame += 1;
    frames[frame] = (frames[frame] ?? 0) + tdur / 1000;
  }
  return frames;
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** `123 (110–140)`. */
export const withSpread = (values: readonly number[], digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

export const versionOf = (name: string): string =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../node_modules/${name}/package.json`, import.meta.url)), 'utf8'),
  ).version;
