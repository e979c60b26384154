// What a provider does when it has good and bad days: answers, thinks, calls tools and sub-agents, fails, breaks off, and
// now and then says nothing more until somebody stops it.
import { reply, type WireStep, wireReply } from '@slipstream/testkit';

export type Random = (below: number) => number;

/** The same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

export function randomAnswer(random: Random): WireStep[] {
  const words = Array.from({ length: 1 + random(30) }, (_, index) => `${random(1000)}-${index} 字 `);
  const say = reply.text(...words);
  const think = reply.reasoning('Hm. ', ...words.slice(0, 5));
  switch (random(16)) {
    case 0:
      return [wireReply.httpError(529, { message: 'Overloaded.' })];
    case 1:
      return [wireReply.rateLimit(0)];
    case 2:
      return [say, wireReply.drop()];
    case 3:
      return [think, reply.toolCall('read_file', { path: 'big.txt' }), reply.toolCall('list_directory', {})];
    case 4:
      return [say, reply.toolCall('write_file', { path: `${random(20)}.txt`, content: words.join('\n') })];
    case 5:
      return [reply.toolCall('task', { agent: 'general', description: 'Help', prompt: 'Help me.' })];
    case 6:
      return [reply.toolCall('no_such_tool', { x: 1 }), reply.toolCall('read_file', '{"path": "a')];
    case 7:
      return [say, reply.hang()];
    case 8:
      return [think, reply.toolCall('ask_user', { question: 'Which?', choices: ['one', 'two'] })];
    default:
      return [think, say];
  }
}
