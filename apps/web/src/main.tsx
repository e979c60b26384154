// The page's entry: words, theme, the one client, then React.
import { createClient } from '@slipstream/client';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followKeyboard } from './app/follow-keyboard.ts';
import { newId } from './app/new-id.ts';
import { registerOfflinePage } from './app/offline-page.ts';
import { saidReadOnly } from './app/said-read-only.ts';
import { whenIdle } from './app/when-idle.ts';
import { preloadPalette } from './features/dialogs/dialogs.tsx';
import { holdUntil } from './features/markdown/hold.ts';
import { preloadMarkdown } from './features/markdown/markdown.tsx';
import { warmFormats } from './i18n/format.ts';
import { startWords } from './i18n/i18n.ts';
import { startTheme } from './theme/theme.ts';
import './styles/index.css';

startTheme();
holdUntil(preloadMarkdown());
// Its socket opens while the words come.
const client = createClient({ baseUrl: location.origin, newId, readOnly: saidReadOnly() });
client.start();
await startWords();

followKeyboard();
registerOfflinePage();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} />);

const warmMarkdown = async () => {
  await preloadMarkdown();
  const { warmingPieces } = await import('./features/markdown/warm-markdown.tsx');
  await whenIdle(warmingPieces);
};
// Where something cannot be had, the answer that needs it tells.
whenIdle([() => warmFormats(i18next.language), warmMarkdown, preloadPalette]).catch(() => {});
