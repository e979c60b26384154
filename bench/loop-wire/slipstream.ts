import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { prompt } from '../loop/contestant.ts';
import { startServer } from '../relay/processes.ts';
import type { AgentServer } from './agent-server.ts';

type Frame = { type: string; events?: { type: string; text?: string; status?: string }[] };

/** Ours as it is started, asked over its WebSocket; every turn on a socket of its own. */
export async function startSlipstream(modelUrl: string, model: string): Promise<AgentServer> {
  const { pid, url, stop } = await startServer({
    OPENAI_BASE_URL: modelUrl,
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: model,
    MAX_STEPS: '200',
    TITLES: 'rule',
  });
  return { name: 'slipstream', pid, stop, run: (wanted) => runTurn(url, wanted) };
}

async function runTurn(url: string, model: string): Promise<string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const sessionId = randomUUID();
  const send = (frame: object) => socket.send(JSON.stringify({ ...frame, sessionId }));
  try {
    return await new Promise<string>((resolve, reject) => {
      let text = '';
      socket.on('error', reject);
      socket.on('message', (data) => {
        const { type, events = [] } = JSON.parse(String(data)) as Frame;
        if (type === 'ready') send({ type: 'subscribe' });
        if (type === 'snapshot') send({ type: 'message.send', messageId: randomUUID(), text: prompt, model });
        for (const event of events) {
          if (event.type === 'text.delta') text += event.text;
          if (event.type !== 'turn.finished') continue;
          if (event.status === 'completed') resolve(text);
          else reject(new Error(JSON.stringify(event)));
        }
      });
    });
  } finally {
    socket.terminate();
  }
}
