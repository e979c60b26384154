// What every loop of the benchmark is: a process that runs turns one after the other when it is told to, and says how
// long they took. The tool does nothing, the prompt is the same.

export const modelUrl = `${process.env['MODEL_URL']}/v1`;
export const system =
  'You are an agent with one tool. Call it as often as it is needed, then say that you are done.';
export const prompt = 'Note what there is to note.';
export const noteDescription = 'Notes a text.';
export const noteResult = 'Noted.';

export type Order = { steps: number; turns: number };
export type Result = { ms: number; cpuMs: number };

/** `run` resolves with the turn's answer. */
export function contest(run: (model: string, steps: number) => Promise<string>): void {
  process.on('message', async ({ steps, turns }: Order) => {
    const cpu = process.cpuUsage();
    const began = performance.now();
    for (let turn = 0; turn < turns; turn += 1) {
      const said = await run(`steps${steps}`, steps);
      if (said !== 'Done.') throw new Error(`A turn ended with ${JSON.stringify(said)}.`);
    }
    const { user, system: kernel } = process.cpuUsage(cpu);
    process.send?.({ ms: performance.now() - began, cpuMs: (user + kernel) / 1000 } satisfies Result);
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
