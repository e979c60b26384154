// The states in which one can only look: the others as they are then, and a demo that has no chats.
import type { Stage } from './stage.ts';

type Scenes = Record<string, (stage: Stage) => string>;

/** Those that look different. */
const names = {
  readOnly: 'done',
  readOnlyStart: 'start',
  readOnlyNone: 'noChats',
  readOnlyApproval: 'approval',
  readOnlyQuestion: 'question',
  readOnlyPlan: 'plan',
  readOnlyQueue: 'queuePaused',
  readOnlyInterrupted: 'interrupted',
  readOnlyFolded: 'folded',
  readOnlyEmpty: 'empty',
  readOnlyMissing: 'missing',
} as const;

export function toReadOnlyScenes(scenes: Scenes): Scenes {
  const look = (scene: string) => (stage: Stage) => {
    stage.client.setReadOnly(true);
    return scenes[scene]?.(stage) ?? '/';
  };
  return Object.fromEntries(Object.entries(names).map(([name, scene]) => [name, look(scene)]));
}
