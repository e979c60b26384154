// The scripted server, reachable alone as `@slipstream/testkit/provider` for programs that no test runner started.
export * from '../deferred.ts';
export * from '../gate.ts';
export * from '../reply.ts';
export * from './chat-request.ts';
export * from './request-log.ts';
export * from './router.ts';
export * from './scripted-provider.ts';
export * from './strict-request.ts';
export * from './wire-reply.ts';
