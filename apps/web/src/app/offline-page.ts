// Lets a page of our own stand in where the server cannot be reached. Only a built page has it, and only where the
// browser lets it: over HTTPS or on this machine.

export function registerOfflinePage() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without it everything works; only the browser's own page is shown then.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
