import clsx from 'clsx';
import type { ComponentProps } from 'react';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-sunken disabled:text-muted',
  outline: 'border border-edge bg-raised text-ink hover:bg-mist disabled:border-line disabled:text-muted',
  quiet: 'text-muted hover:bg-ink/6 hover:text-ink disabled:opacity-60',
  danger:
    'border border-edge bg-raised text-bad hover:border-bad hover:bg-bad-soft disabled:border-line disabled:text-muted',
} as const;

type ButtonProps = ComponentProps<'button'> & { look?: keyof typeof looks };

export function Button({ look = 'outline', className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(
        'inline-flex min-h-8 shrink-0 items-center justify-center gap-1.5 rounded-sm px-3 py-1 font-medium text-sm',
        'transition-colors duration-120 disabled:pointer-events-none coarse:min-h-10',
        '[&_svg]:size-4 [&_svg]:shrink-0',
        looks[look],
        className,
      )}
      {...rest}
    />
  );
}

/** A button that is only a picture; `label` is its name, and its tooltip. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-sm text-muted coarse:size-10',
        'transition-colors duration-120 hover:bg-ink/6 hover:text-ink disabled:pointer-events-none disabled:opacity-50',
        'data-popup-open:bg-ink/6 data-popup-open:text-ink [&_svg]:size-4.5',
        className,
      )}
      {...rest}
    />
  );
}
