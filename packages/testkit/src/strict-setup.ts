// For `setupFiles`: what helpers began is ended after each test, and no test passes that sent a request which a strict provider would refuse, to a scripted model or to
// a scripted provider.
import { afterEach } from 'vitest';
import { endTest } from './after-test.ts';
import { takeFaults } from './strict-faults.ts';

afterEach(endTest);

afterEach(() => {
  const faults = takeFaults();
  if (faults.length > 0)
    throw new Error(`Requests that a strict provider would refuse:\n${faults.join('\n')}`);
});
