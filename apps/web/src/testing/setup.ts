// Around each test: English words (with the Chinese ones at hand), an address, a memory and a page as if it had just been opened.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { openDialog } from '../app/dialogs.ts';
import { endEdit } from '../features/conversation/edited-message.ts';
import { forgetPlaces } from '../features/files/files-place.ts';
import { loadWords, startWords } from '../i18n/i18n.ts';
import { loadMenus } from '../ui/menu.tsx';
import { dismissAll } from '../ui/toaster.tsx';

// What is loaded on demand may take its time on a busy machine; waiting ends as soon as it is there.
configure({ asyncUtilTimeout: 15_000 });

// Said by every browser of a page with a doctype; KaTeX, which asks when it is loaded, sets nothing without it.
Object.defineProperty(document, 'compatMode', { configurable: true, value: 'CSS1Compat' });

beforeEach(async () => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  await startWords('en');
  await loadWords('zh');
  await loadMenus();
});

afterEach(() => {
  cleanup();
  dismissAll();
  openDialog(null);
  endEdit();
  forgetPlaces();
  vi.useRealTimers();
});
