// Before each test file: English words, a page without memory, and what the test browser lacks.
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { startWords } from '../i18n/i18n.ts';

beforeAll(async () => {
  localStorage.clear();
  await startWords('en');
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});
