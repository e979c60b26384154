// What can be typed instead of a message, and how it is read. What each one does is up to the chat.

export const commandNames = ['plan', 'compact', 'model', 'export', 'clear', 'help'] as const;
export type CommandName = (typeof commandNames)[number];

/** `argument` is what stands behind the name, without spaces around it. */
export type Command = { name: CommandName; argument: string };

/** These go on with a word: any text, or one of several. */
const takesArgument = new Set<CommandName>(['plan', 'model', 'export']);
/** These make no sense before the first message. */
const wantsSession = new Set<CommandName>(['compact', 'export']);

export function isCommandName(name: string): name is CommandName {
  return (commandNames as readonly string[]).includes(name);
}

export function goesOn(name: CommandName): boolean {
  return takesArgument.has(name);
}

/** The commands that can be used now. */
export function commandsFor(hasSession: boolean): CommandName[] {
  return commandNames.filter((name) => hasSession || !wantsSession.has(name));
}

/** Null for an ordinary message, also for one that begins with a path or names a command with more than it takes. */
export function toCommand(text: string): Command | null {
  const found = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  const name = found?.[1] ?? '';
  if (!isCommandName(name)) return null;
  const argument = (found?.[2] ?? '').trim();
  return argument !== '' && !takesArgument.has(name) ? null : { name, argument };
}
