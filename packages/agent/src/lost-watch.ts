// Notices a model that is lost: answers that name only tools which do not exist, and one call made over and over.
import type { ModelAnswer } from './model.ts';
import { canonicalJson } from './permissions/canonical-json.ts';
import type { ToolSet } from './tool.ts';

export type LostSigns = { unknownOnly: number; sameCall: number };

export type LostWatch = { look(answer: ModelAnswer): LostSigns };

/** `look` is to be called once for each answer, in order; failed answers leave the counts as they are. */
export function createLostWatch(tools: ToolSet): LostWatch {
  let unknownOnly = 0;
  let sameCall = 0;
  let lastCall = '';
  return {
    look(answer) {
      if (answer.failure) return { unknownOnly, sameCall };
      const { calls } = answer;
      unknownOnly = calls.length > 0 && calls.every((call) => !tools.has(call.name)) ? unknownOnly + 1 : 0;
      for (const call of calls) {
        const key = `${call.name}:${call.args === null ? call.argsText : canonicalJson(call.args)}`;
        sameCall = key === lastCall && !tools.get(call.name)?.mayRepeat ? sameCall + 1 : 1;
        lastCall = key;
      }
      return { unknownOnly, sameCall };
    },
  };
}
