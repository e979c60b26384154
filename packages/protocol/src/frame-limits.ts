/** Limits of one frame and its texts; a larger frame closes the socket with 1009. */
export const maxFrameBytes = 1024 * 1024;
export const maxMessageChars = 400_000;
export const protocolVersion = 1;
