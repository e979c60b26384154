// Stands in when the server cannot be reached at all: instead of the browser's own page one that says so and tries
// again every few seconds, which needs no script. It keeps nothing and answers nothing else, so nobody is ever shown
// anything old.
const words = {
  en: {
    title: 'Slipstream cannot be reached',
    what: 'The server does not answer. Look whether it runs and whether you are connected. Your chats are safe in it.',
    waits: 'This page tries again every 5 seconds.',
    again: 'Try again now',
  },
  zh: {
    title: '无法连接到 Slipstream',
    what: '服务器没有响应。请检查它是否在运行，以及网络是否正常。你的对话都保存在服务器中。',
    waits: '本页每 5 秒自动重试一次。',
    again: '立即重试',
  },
};

const page = ({ title, what, waits, again }, language) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
  body { margin: 0; min-height: 100dvh; display: grid; place-content: center; justify-items: start; gap: 1rem;
    padding: 1.5rem; box-sizing: border-box; font: 1rem/1.6 ui-sans-serif, system-ui, sans-serif; }
  h1, p { margin: 0; max-width: 30rem; }
  h1 { font-size: 1.25rem; }
  a { color: inherit; border: 1px solid; border-radius: 0.375rem; padding: 0.4rem 1rem; text-decoration: none; }
</style>
<h1>${title}</h1>
<p>${what}</p>
<p>${waits}</p>
<a href="">${again}</a>
</html>
`;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(() => {
      const language = self.navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
      return new Response(page(words[language], language === 'zh' ? 'zh-CN' : 'en'), {
        status: 503,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        },
      });
    }),
  );
});
