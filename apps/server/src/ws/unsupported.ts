// What the protocol has room for and this server cannot do yet. Saying so beats doing something else.
import type { ClientFrame } from '@slipstream/protocol';
import type { Fault } from '../first-fault.ts';

/** The first thing in the frame that is not supported, or null. */
export function unsupported(frame: ClientFrame): Fault | null {
  if (frame.type === 'turn.regenerate')
    return { path: 'type', message: 'turn.regenerate is not supported yet; send the message again instead.' };
  if (frame.type !== 'message.send') return null;
  if (frame.parentId !== undefined)
    return { path: 'parentId', message: 'parentId is not supported yet; leave it out.' };
  if (frame.attachments !== undefined && frame.attachments.length > 0)
    return { path: 'attachments', message: 'Attachments are not supported yet; leave them out.' };
  if (frame.whenBusy === 'steer' || frame.whenBusy === 'interrupt')
    return {
      path: 'whenBusy',
      message: `whenBusy "${frame.whenBusy}" is not supported yet; use "queue" or "reject".`,
    };
  return null;
}
