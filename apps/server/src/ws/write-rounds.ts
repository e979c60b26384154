// Writes frames to sockets in rounds: what comes in one turn of the event loop is handed to the system at its end, socket
// after socket, and all of one socket in one write. Writes that follow each other at once cost half of what they cost
// one by one, since whoever reads is woken once for many. It keeps the order, with the socket's own control frames too.
import type { Socket } from 'node:net';

export type FrameWriter = {
  /** A frame as it goes onto the wire. */
  write(frame: Buffer): void;
  /** What the system has not taken yet, bytes. */
  heldBytes(): number;
};

export type WriteRounds = {
  /** `taken` is called after rounds that left nothing behind, and later where the system did not take all at once. */
  open(socket: Socket, taken: () => void): FrameWriter;
};

type Member = { socket: Socket; inRound: boolean; watching: boolean; taken: () => void };

const nothing = Buffer.alloc(0);

export function createWriteRounds(atEnd: (run: () => void) => void = setImmediate): WriteRounds {
  let round: Member[] = [];

  const end = () => {
    const members = round;
    round = [];
    for (const member of members) {
      member.inRound = false;
      orCut(member.socket, () => {
        member.socket.uncork();
        settle(member);
      });
    }
  };

  return {
    open(socket, taken) {
      const member: Member = { socket, inRound: false, watching: false, taken };
      return {
        write(frame) {
          if (!member.inRound) {
            member.inRound = true;
            if (round.length === 0) atEnd(end);
            round.push(member);
            socket.cork();
          }
          orCut(socket, () => socket.write(frame));
        },
        heldBytes: () => socket.writableLength,
      };
    },
  };
}

/** Whoever publishes, and the other sockets of a round, must not suffer from one; its reader comes back and asks anew. */
function orCut(socket: Socket, write: () => void): void {
  try {
    write();
  } catch {
    socket.destroy();
  }
}

/** A callback for each write would cost a turn of the event loop's queue each; nearly always the system takes all. */
function settle(member: Member): void {
  const { socket } = member;
  if (socket.destroyed || member.watching) return;
  if (socket.writableLength === 0) {
    member.taken();
    return;
  }
  member.watching = true;
  socket.write(nothing, (error) => {
    member.watching = false;
    if (error) return;
    member.taken();
    // What came behind it in the meantime is watched as well.
    if (!member.inRound && socket.writableLength > 0) settle(member);
  });
}
