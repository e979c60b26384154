// What the protocol has room for and this server cannot do yet. Saying so beats doing something else.
import type { ClientFrame } from '@slipstream/protocol';
import type { Fault } from '../first-fault.ts';

/** The first thing in the frame that is not supported, or null. */
export function unsupported(frame: ClientFrame): Fault | null {
  if (frame.type === 'message.send' && frame.attachments !== undefined && frame.attachments.length > 0)
    return { path: 'attachments', message: 'Attachments are not supported yet; leave them out.' };
  return null;
}
