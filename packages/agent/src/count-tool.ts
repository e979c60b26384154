// How often each tool was called in a turn, for the line above its answer.

const maxToolNames = 50;

/** A model can make names up without end; those past the first ones are left to the total. */
export function countTool(byTool: Record<string, number>, name: string): void {
  if (Object.hasOwn(byTool, name)) byTool[name] = (byTool[name] ?? 0) + 1;
  else if (Object.keys(byTool).length < maxToolNames && name !== '__proto__') byTool[name] = 1;
}
