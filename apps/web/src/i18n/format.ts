// Durations, sizes, counts and days in the page's language.
import type { TFunction } from 'i18next';

/** Making one costs a hundred times what using it does. */
function remembered<Options, Format>(make: (language: string, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (language: string, options: Options, key = ''): Format => {
    const name = `${language} ${key} ${JSON.stringify(options)}`;
    const format = made.get(name) ?? make(language, options);
    made.set(name, format);
    return format;
  };
}

const numberFormat = remembered(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);
const anyDateFormat = remembered(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);
/** One keeps the time zone that it was made in, which may change under a page. */
const dateFormat = (language: string, options: Intl.DateTimeFormatOptions) =>
  anyDateFormat(language, options, String(new Date().getTimezoneOffset()));

/** Makes what most answers need: the first of each kind takes longer than a frame may. */
export function warmFormats(language: string): void {
  formatCount(language, 1);
  formatMoment(language, new Date().toISOString());
}

/** "40 ms", "0.4 s", "12 s", "10 min", "3 min 5 s", "2 h 10 min". */
export function formatDuration(t: TFunction, durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 100) return t('time.millis', { n: Math.round(ms) });
  if (ms < 950) return t('time.seconds', { n: (ms / 1000).toFixed(1) });
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t('time.seconds', { n: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60)
    return t(seconds % 60 === 0 ? 'time.wholeMinutes' : 'time.minutes', { m: minutes, s: seconds % 60 });
  const hours = Math.floor(minutes / 60);
  return t(minutes % 60 === 0 ? 'time.wholeHours' : 'time.hours', { h: hours, m: minutes % 60 });
}

/** Whole seconds, for a count that ticks. */
export function formatSeconds(t: TFunction, durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  return seconds < 60 ? t('time.seconds', { n: seconds }) : formatDuration(t, seconds * 1000);
}

export function formatCount(language: string, count: number): string {
  return numberFormat(language, {}).format(count);
}

/** US dollars, small amounts with as many places as they need: "$1.20", "$0.0031". */
export function formatCost(language: string, usd: number): string {
  const places = usd >= 0.1 || usd === 0 ? 2 : Math.min(6, Math.ceil(-Math.log10(usd)) + 1);
  return numberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, places),
  }).format(usd);
}

export function formatBytes(language: string, bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const number = numberFormat(language, { maximumFractionDigits: power === 0 ? 0 : 1 });
  return `${number.format(bytes / 1024 ** power)}\u00a0${units[power]}`;
}

/** The time alone for today, else with its date. */
export function formatMoment(language: string, timestamp: string, now = new Date()): string {
  const moment = new Date(timestamp);
  const today = moment.toDateString() === now.toDateString();
  const style = today ? ({} as const) : ({ dateStyle: 'medium' } as const);
  return dateFormat(language, { ...style, timeStyle: 'short' }).format(moment);
}

export function formatMonth(language: string, timestamp: string): string {
  return dateFormat(language, { year: 'numeric', month: 'long' }).format(new Date(timestamp));
}

/** Parts of one line, without an "and". */
export function joinParts(language: string, parts: readonly string[]): string {
  return parts.join(language.startsWith('zh') ? '、' : ', ');
}

/** A Chinese full stop brings its space along. */
export function betweenSentences(language: string): string {
  return language.startsWith('zh') ? '' : ' ';
}
