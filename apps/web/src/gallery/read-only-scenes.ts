// The states in which one can only look: the others as they are then, and a demo that has no chats.
import type { Stage } from './stage.ts';

type Scenes = Record<string, (stage: Stage) => string>;

/** Those that look like none of the others. */
const names = {
  readOnly: 'done',
  readOnlyStart: 'start',
  readOnlyNone: 'noChats',
  readOnlyApproval: 'approval',
  readOnlyQuestion: 'question',
  readOnlyEmpty: 'empty',
} as const;

export function toReadOnlyScenes(scenes: Scenes): Scenes {
  const look = (scene: string) => (stage: Stage) => {
    stage.client.setReadOnly(true);
    return scenes[scene]?.(stage) ?? '/';
  };
  return Object.fromEntries(Object.entries(names).map(([name, scene]) => [name, look(scene)]));
}
