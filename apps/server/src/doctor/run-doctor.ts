// What the doctor says, in order: which model, what works, the sandbox, and whether chatting can work.
import type { Clock, ModelCatalog } from '@slipstream/agent';
import { examine } from './examine.ts';
import { toRow } from './to-row.ts';

export type DoctorOptions = {
  models: ModelCatalog;
  /** The model to examine; the default one where none is named. */
  wanted: string | undefined;
  clock: Clock;
  /** Leaves out the one question that may cost something. */
  cheap: boolean;
  /** For each question. */
  limitMs: number;
  /** What is in force around commands, in one sentence. */
  sandbox: string;
  print(text: string): void;
};

/** Resolves to whether chatting can work. */
export async function runDoctor(options: DoctorOptions): Promise<boolean> {
  const { models, print, clock, limitMs, cheap } = options;
  const listed = await models.list();
  const id = options.wanted ?? models.defaultId();
  const model = models.get(id);
  const others = listed.filter((info) => info.id !== id && !info.demo).length;
  if (!model) {
    print(`There is no model named "${id}". There are: ${listed.map((info) => info.id).join(', ')}.\n`);
    return false;
  }
  print(`Model: ${id} of ${model.info.provider}${others > 0 ? ` (and ${others} more)` : ''}\n\n`);
  let chats = true;
  if (model.info.demo)
    print(
      'No provider is configured and no model server was found on this machine; the demo model answers.\n',
    );
  else
    ({ chats } = await examine(
      { model, clock, limitMs },
      { cheap, onFinding: (finding) => print(toRow(finding)) },
    ));
  print(`\n${options.sandbox}\n`);
  print(chats ? '' : '\nChatting cannot work as things are.\n');
  return chats;
}
