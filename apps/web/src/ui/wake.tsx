import clsx from 'clsx';

const strokes = ['M8 5h11', 'M2 11h15', 'M6 17h9'];

/** The mark: three strokes. They drift while `moving`, which is the page's only sign that something runs. */
export function Wake(props: { moving?: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 22 22"
      className={clsx('shrink-0', props.className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {strokes.map((path, index) => (
        <path
          key={path}
          d={path}
          className={props.moving ? 'animate-drift' : undefined}
          style={props.moving ? { animationDelay: `${index * -0.5}s` } : undefined}
        />
      ))}
    </svg>
  );
}
