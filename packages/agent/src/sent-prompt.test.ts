import { expect, it } from 'vitest';
import { createSecretMask } from './mask-secrets.ts';
import { toPromptParts } from './sent-prompt.ts';

const secrets = createSecretMask(['hunter2hunter2']);
const tool = (description: string) => ({ name: 't', description, parameters: {} });
const sections = (text: string) => ({ system: '', sections: [{ name: 'role' as const, text }] });

it('gives turns that are sent the same the same array, without secrets, and others their own', () => {
  const tools = [tool('Knows hunter2hunter2.')];
  const parts = toPromptParts(sections('You are it.'), tools, secrets);
  expect(parts.map(({ name }) => name)).toEqual(['role', 'tool_definitions']);
  expect(parts[1]?.text).toContain('Knows [secret].');
  expect(toPromptParts(sections(['You', 'are', 'it.'].join(' ')), [...tools], secrets)).toBe(parts);
  expect(toPromptParts(sections('You are other.'), tools, secrets)[0]?.text).toBe('You are other.');
  expect(toPromptParts(sections('You are it.'), [tool('Else.')], secrets)[1]?.text).toContain('Else.');
  const none = toPromptParts(sections('You are it.'), tools, createSecretMask([]));
  expect(none[1]?.text).toContain('hunter2hunter2');
});
