// The page on a fake client, one state at a time: /gallery.html?scene=approval&theme=dark&lang=zh. For looking at
// every state while designing; it is not part of the built page.
import { createRoot } from 'react-dom/client';
import { App } from '../app/app.tsx';
import { holdUntil } from '../features/markdown/hold.ts';
import { preloadMarkdown } from '../features/markdown/markdown.tsx';
import { startWords, toLanguage } from '../i18n/i18n.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { startTheme } from '../theme/theme.ts';
import '../styles/index.css';
import { sceneNames, showScene } from './scenes.ts';

const wanted = new URLSearchParams(location.search);
const theme = wanted.get('theme');
if (theme) localStorage.setItem('slipstream.theme', theme);
const language = toLanguage(wanted.get('lang') ?? navigator.language);

const client = createFakeClient();
const path = showScene(client, wanted.get('scene') ?? 'start', language);
history.replaceState(null, '', path);

// For playing more into a scene from the browser's console.
Object.assign(window, { gallery: client, galleryScenes: sceneNames });

startTheme();
holdUntil(preloadMarkdown());
await startWords(language);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} />);
