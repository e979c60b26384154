import { toToolSet } from '@slipstream/agent';
import { describe, expect, it } from 'vitest';
import { createTools } from './create-tools.ts';
import { noSandbox, systemClock } from './test/workbench.ts';

const tools = createTools({ clock: systemClock, sandbox: noSandbox });

describe('the built-in tools', () => {
  it('have their names, risks and times', () => {
    expect(
      [...toToolSet(tools).values()].map((tool) => [tool.name, tool.risk, tool.concurrencySafe]),
    ).toEqual([
      ['read_file', 'read', true],
      ['list_directory', 'read', true],
      ['glob', 'read', true],
      ['grep', 'read', true],
      ['write_file', 'write', false],
      ['edit_file', 'write', false],
      ['bash', 'command', false],
      ['todo_write', 'read', false],
      ['memory', 'read', false],
      ['web_fetch', 'network', true],
    ]);
    expect(tools.find((tool) => tool.name === 'bash')?.timeoutMs).toBeGreaterThan(602_000);
  });

  it('search the web only where somebody answers', () => {
    const search = { kind: 'searxng', url: 'http://127.0.0.1:8080' } as const;
    const names = createTools({ clock: systemClock, sandbox: noSandbox, search }).map(({ name }) => name);
    expect(names).toContain('web_search');
    expect(tools.map(({ name }) => name)).not.toContain('web_search');
  });

  it('describe every parameter to the model', () => {
    for (const { name, parameters } of tools) {
      expect(parameters, name).toMatchObject({ type: 'object' });
      for (const [key, schema] of Object.entries(parameters['properties'] as Record<string, object>))
        expect(schema, `${name}.${key}`).toHaveProperty('description');
    }
    const read = tools.find((tool) => tool.name === 'read_file');
    expect(read?.parameters['required']).toEqual(['path']);
  });

  it('tell what is wrong with arguments', () => {
    const parse = (name: string, args: Record<string, unknown>) =>
      tools.find((tool) => tool.name === name)?.parse(args);
    expect(parse('read_file', {})).toMatchObject({ ok: false, problem: expect.stringContaining('path') });
    expect(parse('edit_file', { path: 'a', oldText: '', newText: '' })).toMatchObject({ ok: false });
    expect(parse('bash', { command: 'true' })).toEqual({
      ok: true,
      input: { command: 'true', timeoutMs: 120_000 },
    });
  });
});
