// Around each test: English words, an address, a memory and a page as if it had just been opened.
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { startWords } from '../i18n/i18n.ts';
import { dismissAll } from '../ui/toaster.tsx';

beforeEach(async () => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  await startWords('en');
});

afterEach(() => {
  cleanup();
  dismissAll();
  vi.useRealTimers();
});
