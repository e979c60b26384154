// Tells keys that belong to an input method from keys that are meant for the page. Most browsers mark the former;
// Safari ends the composition first and sends the Enter that chose a word right after it, marked only by its old key
// code, or not at all.

type Key = { isComposing: boolean; keyCode: number };

const composingKeyCode = 229;

export type CompositionWatch = {
  ended(): void;
  /** True where the key is the input method's. */
  owns(key: Key): boolean;
};

/** `later` runs its function after the current task; keys before that came with the end of a composition. */
export function createCompositionWatch(later: (run: () => void) => void): CompositionWatch {
  let justEnded = false;
  return {
    ended() {
      justEnded = true;
      later(() => {
        justEnded = false;
      });
    },
    owns: (key) => key.isComposing || key.keyCode === composingKeyCode || justEnded,
  };
}
