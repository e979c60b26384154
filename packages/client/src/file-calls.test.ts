import { expect, it } from 'vitest';
import { sessionId } from './test/records.ts';
import { useServer } from './test/use-server.ts';

const scene = useServer();

it('ask for folders, files and changes by their paths, whatever is in these', async () => {
  const client = await scene.start();
  const asked: string[] = [];
  scene.server.onCall = ({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"files":[]}');
    return true;
  };
  await client.workspaceFolder('');
  await client.workspaceFolder('a b/c&d');
  await client.workspaceContent('100%.md');
  expect(await client.changedFiles(sessionId)).toEqual([]);
  await client.changedFile(sessionId, '文.md');
  expect(asked.filter((url) => /workspace|files/.test(url))).toEqual([
    '/api/workspace/tree?path=.',
    '/api/workspace/tree?path=a+b%2Fc%26d',
    '/api/workspace/content?path=100%25.md',
    `/api/sessions/${sessionId}/files`,
    `/api/sessions/${sessionId}/files/diff?path=%E6%96%87.md`,
  ]);
  expect(client.workspaceUrl('a/b?.png')).toMatch(/\/api\/workspace\/raw\?path=a%2Fb%3F\.png$/);
});
