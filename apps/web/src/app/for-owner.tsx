import type { ReactNode } from 'react';
import { useReadOnly } from './client-context.tsx';

/**
 * What changes something, or shows what belongs to the owner alone: on a server where one can only look there is nothing
 * of it, since it would be refused, or `otherwise`.
 */
export function ForOwner({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  return useReadOnly() ? otherwise : children;
}
