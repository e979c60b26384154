// Runs before the first paint, so that the chosen theme and language are there from the start. It is a file of its own
// because the page's security policy allows no inline script. The page's modules own both settings afterwards.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read('slipstream.theme');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  const language = read('slipstream.language') ?? navigator.language;
  root.lang = language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
})();
