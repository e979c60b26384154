import clsx from 'clsx';
import type { ComponentProps } from 'react';

const looks = {
  accent: 'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-ink/10 disabled:text-muted',
  strong: 'bg-ink text-paper hover:bg-ink/85 disabled:opacity-50',
  plain: 'border border-edge text-ink hover:bg-mist disabled:opacity-50',
} as const;

type RoundButtonProps = ComponentProps<'button'> & { label: string; look: keyof typeof looks };

export function RoundButton({ label, look, className, ...rest }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-full transition-colors duration-120 coarse:size-11',
        looks[look],
        className,
      )}
      {...rest}
    />
  );
}
