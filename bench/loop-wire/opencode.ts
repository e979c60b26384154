// `opencode serve`, where it is installed: a program of its own that is asked over HTTP. It is given folders of its own
// and everything that it would fetch from elsewhere is switched off.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prompt } from '../loop/contestant.ts';
import type { AgentServer } from './agent-server.ts';

const program = process.env['OPENCODE'] ?? 'opencode';

/** What `opencode --version` says; null where there is none. */
export function opencodeVersion(): string | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

export async function startOpencode(modelUrl: string, models: readonly string[]): Promise<AgentServer> {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
  const limit = { context: 128_000, output: 8_000 };
  const config = {
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    permission: 'allow',
    provider: {
      bench: {
        npm: '@ai-sdk/openai-compatible',
        name: 'bench',
        options: { baseURL: modelUrl, apiKey: 'none' },
        models: Object.fromEntries(models.map((name) => [name, { name, limit }])),
      },
    },
    model: `bench/${models[0]}`,
  };
  const child = spawn(program, ['serve', '--port', '0', '--pure'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
    },
  });
  const url = await addressOf(child);
  return {
    name: 'opencode',
    pid: child.pid ?? 0,
    run: (model) => runTurn(url, model),
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`opencode did not start: ${said}`)));
  });
}

async function runTurn(url: string, modelID: string): Promise<string> {
  const session = (await post(`${url}/session`, {})) as { id: string };
  const answer = (await post(`${url}/session/${session.id}/message`, {
    model: { providerID: 'bench', modelID },
    parts: [{ type: 'text', text: prompt }],
  })) as { parts: { type: string; text?: string }[] };
  return answer.parts.map(({ type, text }) => (type === 'text' ? text : '')).join('');
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}
