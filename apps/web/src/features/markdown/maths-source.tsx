import { lazy, Suspense } from 'react';

export type MathsProps = { tex: string; display: boolean };

/** A formula as it was written: until it can be set, and where it cannot. */
export function MathsSource({ tex, display }: MathsProps) {
  return <code className={display ? 'maths-display' : undefined}>{tex}</code>;
}

const Typeset = lazy(() =>
  import('./maths.tsx').then(
    (module) => ({ default: module.Maths }),
    () => ({ default: MathsSource }),
  ),
);

/** Loads what sets formulas with the first one. What is wider than the page scrolls, also by keys. */
export function Formula(props: MathsProps) {
  const formula = (
    <Suspense fallback={<MathsSource {...props} />}>
      <Typeset {...props} />
    </Suspense>
  );
  if (!props.display) return formula;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <div className="maths-scroll" tabIndex={0}>
      {formula}
    </div>
  );
}
