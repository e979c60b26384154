// What the server holds: empty, and with a thousand idle sockets. Resident memory, of one process; prints and asserts
// nothing: `npm run bench -- memory`.
import { WebSocket } from 'ws';
import { residentBytes, startServer } from './relay/processes.ts';

const count = 1000;
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** The least that it is within two seconds: what is only waiting to be collected is not held. */
async function settled(pid: number): Promise<number> {
  let least = residentBytes(pid);
  for (let n = 0; n < 20; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    least = Math.min(least, residentBytes(pid));
  }
  return least;
}

const server = await startServer({});
await fetch(`${server.url}/healthz`);
const empty = await settled(server.pid);
console.log(`Empty: ${megabytes(empty)} MB`);
const sockets: WebSocket[] = [];
for (let n = 0; n < count; n += 1) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  sockets.push(socket);
}
const full = await settled(server.pid);
console.log(
  `With ${count} idle sockets: ${megabytes(full)} MB, ${((full - empty) / count / 1000).toFixed(1)} kB each`,
);
for (const socket of sockets) socket.terminate();
await server.stop();
process.exit();
