// The commands of the chat that is shown, for the palette, which stands outside of it.
import { useEffect } from 'react';
import type { Command } from '../commands/commands.ts';

export type ChatCommands = {
  sessionId: string;
  /** It has had its first message. */
  exists: boolean;
  /** Does the command, or lets the composer ask for the word that it wants. */
  run: (command: Command) => void;
};

let provided: ChatCommands | null = null;

/** Null where no chat is shown. */
export function chatCommands(): ChatCommands | null {
  return provided;
}

/** Null where none of them can be done. */
export function useProvideCommands(commands: ChatCommands | null) {
  useEffect(() => {
    provided = commands;
    return () => {
      if (provided === commands) provided = null;
    };
  });
}
