// Nothing but the public Internet can be reached: by no way of writing an address, no name, no redirect.
import { describe, expect, it } from 'vitest';
import { createTestFetch, serve } from '../test/test-web.ts';
import { publicOnly } from './guarded-agent.ts';

/** What names are looked up to here; the network is never asked. */
const names: Record<string, string[]> = {
  'loopback.evil.test': ['127.0.0.1'],
  'six.evil.test': ['::1'],
  'mapped.evil.test': ['::ffff:169.254.169.254'],
  'nat64.evil.test': ['64:ff9b::7f00:1'],
  'metadata.evil.test': ['169.254.169.254'],
  'mixed.evil.test': ['93.184.215.14', '10.0.0.1'],
};

const evil = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1:8787/api/sessions',
  'http://0/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[fe80::1]/',
  'http://[2002:7f00:1::]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.100.100.200/latest/meta-data/',
  'http://168.63.129.16/',
  'http://100.64.0.1/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://224.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://a.localhost/',
  'http://router/',
  'http://printer.local/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://a@127.0.0.1/',
  'http://example.com@127.0.0.1/',
  'http://example.com:80\\@127.0.0.1/',
  'http://127.0.0.1%2f@example.com/',
  'http://%31%32%37.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http:/127.0.0.1/',
  'http:\\\\127.0.0.1/',
  ' http://127.0.0.1/',
  'http://127.0.0.1\t/',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:6379/_INFO',
  'data:text/html,hello',
  'javascript:alert(1)',
  '//127.0.0.1/',
  ...Object.keys(names).map((name) => `http://${name}/`),
];

it.each(evil)('refuses %j', async (url) => {
  const looked: string[] = [];
  const fetch = createTestFetch({
    guard: {
      ...publicOnly,
      resolve: async (host) => {
        looked.push(host);
        return (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
    },
  });
  const result = await fetch({ url });
  expect(result.isError).toBe(true);
  expect(result.output).toMatch(
    /not on the public Internet|plain form|user name or password|Only http|ASCII|not a URL/,
  );
  expect(looked.filter((host) => !(host in names))).toEqual([]);
});

describe('redirects', () => {
  it.each([
    ['a literal address', 'http://127.0.0.2/secret'],
    ['another host', 'http://other.test/'],
    ['the metadata service', 'http://169.254.169.254/'],
    ['a downgrade by port', 'http://good.test:1/'],
  ])('does not follow one to %s', async (_, location) => {
    const asked: string[] = [];
    const { url } = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location }).end();
    });
    const result = await createTestFetch()({ url: `${url}/start` });
    expect(asked).toEqual(['/start']);
    expect(result.output).toContain(`It redirects to another host, which was not fetched: ${location}`);
  });

  it('refuses one to a file and to a URL with a password', async () => {
    const { url } = await serve((request, response) => {
      const location = request.url === '/file' ? 'file:///etc/passwd' : `http://a:b@${request.headers.host}/`;
      response.writeHead(302, { location }).end();
    });
    const fetch = createTestFetch();
    expect((await fetch({ url: `${url}/file` })).output).toContain('only http and https');
    expect((await fetch({ url: `${url}/password` })).output).toContain('user name or password');
  });

  it('looks the name up anew for each hop, and refuses when it has come to mean this machine', async () => {
    const asked: string[] = [];
    const { url } = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: '/next', connection: 'close' }).end();
    });
    let lookups = 0;
    const fetch = createTestFetch({
      guard: {
        resolve: async () => {
          lookups += 1;
          return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.3', family: 4 }];
        },
      },
    });
    const result = await fetch({ url: `${url}/first` });
    expect(result).toMatchObject({
      isError: true,
      output: expect.stringContaining('not on the public Internet'),
    });
    expect({ asked, lookups }).toEqual({ asked: ['/first'], lookups: 2 });
  });

  it('connects to the very address that was checked', async () => {
    const { port } = await serve((_, response) => response.end('here'));
    let lookups = 0;
    const fetch = createTestFetch({
      guard: {
        resolve: async () => {
          lookups += 1;
          return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
        },
      },
    });
    expect((await fetch({ url: `http://flip.test:${port}/` })).output).toContain('here');
    expect(lookups).toBe(1);
  });

  it('follows five on the same host and no sixth', async () => {
    const { url } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('the end');
      else response.writeHead(301, { location: `/${left - 1}` }).end();
    });
    const fetch = createTestFetch();
    const five = await fetch({ url: `${url}/5` });
    expect(five.output).toContain('the end');
    expect(five.output).toMatch(/^URL: http:\/\/good\.test:\d+\/0\n/);
    expect(await fetch({ url: `${url}/6` })).toMatchObject({
      isError: true,
      output: 'good.test'.concat(url.slice(16), ' redirects more than 5 times.'),
    });
  });
});
