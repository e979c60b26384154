/** A size for people and models: `312 bytes`, `1.4 MiB`. */
export function toByteCount(bytes: number): string {
  if (bytes === 1) return '1 byte';
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${units[unit]}`;
}

/** `1 line`, `12 lines`. */
export function toLines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
