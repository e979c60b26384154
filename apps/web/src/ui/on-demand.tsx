// Around something whose code is loaded when it is first opened, so that the first load of the page is not its own.
import { type ReactNode, Suspense, useRef } from 'react';
import { OrElse } from './or-else.tsx';

/** `children` is a lazy component; it stays once it was open, so that it can close as it does. */
export function OnDemand({ open, children }: { open: boolean; children: ReactNode }) {
  const opened = useRef(false);
  opened.current ||= open;
  if (!opened.current) return null;
  return (
    <OrElse fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </OrElse>
  );
}
