// Preloaded into the server by the scripts: stops it in the ordinary way when the script that started it is gone,
// however that ended. The channel is the one that `spawn` opens with `ipc`; it does not keep the process alive.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
