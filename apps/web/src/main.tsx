// The page's entry: words, theme, the one client, then React.
import { createClient } from '@slipstream/client';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followKeyboard } from './app/follow-keyboard.ts';
import { newId } from './app/new-id.ts';
import { registerOfflinePage } from './app/offline-page.ts';
import { preloadMarkdown } from './features/markdown/markdown.tsx';
import { startWords } from './i18n/i18n.ts';
import { startTheme } from './theme/theme.ts';
import './styles/index.css';

startTheme();
void preloadMarkdown();
// Its socket opens while the words come.
const client = createClient({ baseUrl: location.origin, newId });
client.start();
await startWords();

followKeyboard();
registerOfflinePage();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} />);
