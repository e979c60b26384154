// For `setupFiles`: no test passes that sent a request which a strict provider would refuse, to a scripted model or to
// a scripted provider.
import { afterEach } from 'vitest';
import { takeFaults } from './strict-faults.ts';

afterEach(() => {
  const faults = takeFaults();
  if (faults.length > 0)
    throw new Error(`Requests that a strict provider would refuse:\n${faults.join('\n')}`);
});
