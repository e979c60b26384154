export { createClient } from './client.ts';
export type { ClientOptions, Device, DeviceSignal, OutboxStorage, SetTimer, Socket } from './environment.ts';
export { isTooLargeToSend } from './message-size.ts';
export * from './types.ts';
