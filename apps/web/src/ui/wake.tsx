import clsx from 'clsx';

const strokes = ['M8 5h11', 'M2 11h15', 'M6 17h9'];

/** The mark: three strokes. They drift while `moving`, which is the page's only sign that something runs. */
export function Wake(props: { moving?: boolean; className?: string }) {
  const className = clsx('shrink-0', props.className);
  if (!props.moving) return <Strokes paths={strokes} className={className} />;
  // Each in a picture of its own: what drifts inside one is laid out and painted anew in every frame, a box is not.
  return (
    <span aria-hidden className={clsx('relative inline-block', className)}>
      {strokes.map((path, index) => (
        <Strokes
          key={path}
          paths={[path]}
          className="absolute inset-0 size-full animate-drift"
          delay={`${index * -0.5}s`}
        />
      ))}
    </span>
  );
}

function Strokes(props: { paths: readonly string[]; className: string; delay?: string }) {
  return (
    <svg
      viewBox="0 0 22 22"
      className={props.className}
      style={props.delay === undefined ? undefined : { animationDelay: props.delay }}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {props.paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
