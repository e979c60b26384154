// What goes into prompts, for component tests and the gallery.
import type { PromptView, StepPrompt, WorkspaceFileInfo } from '@slipstream/protocol';

export const aPrompt: PromptView = {
  model: 'gpt-5',
  window: 128_000,
  limit: 113_000,
  tokens: 1234,
  sections: [
    { name: 'role', text: 'You are an agent.', tokens: 20 },
    { name: 'agents', text: '# Rules of the workspace\n\nTests first.', tokens: 40 },
  ],
  tools: { count: 9, tokens: 900 },
  messages: [{ role: 'user', text: 'hello there', tokens: 6 }],
  problems: [{ path: 'SOUL.md', problem: '"SOUL.md" is outside the workspace.' }],
};

export const aStepPrompt: StepPrompt = {
  sections: [
    { name: 'role', text: 'You were an agent.', tokens: 20 },
    { name: 'agents', text: '# Rules of the workspace\n\nTests first.', tokens: 40 },
  ],
  tools: { name: 'tool_definitions', text: '[\n  {\n    "name": "bash"\n  }\n]', tokens: 1900 },
  sent: {
    ...{ messages: 12, summary: true, recalled: true, results: 3, shortened: 1, stepsFolded: false },
    tokens: 8200,
  },
};

export const someFiles: WorkspaceFileInfo[] = [
  { path: 'AGENTS.md', purpose: 'rules', bytes: 40_000, truncated: true, problem: null },
  {
    path: 'SOUL.md',
    purpose: 'soul',
    bytes: null,
    truncated: false,
    problem: '"SOUL.md" is outside the workspace.',
  },
  { path: 'USER.md', purpose: 'user', bytes: null, truncated: false, problem: null },
];

export const somePaths = ['src/', 'src/main.ts', 'src/my notes.md', 'README.md'];
export const someSkills = [{ name: 'review', description: 'Reviews a change.' }];
