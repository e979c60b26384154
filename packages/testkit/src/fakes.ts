// Everything here that needs no Node, reachable as `@slipstream/testkit/fakes`: packages that are compiled without
// Node's types (agent, client) import this path.
export * from './collector.ts';
export * from './deferred.ts';
export * from './fake-clock.ts';
export * from './gate.ts';
export * from './memory-log.ts';
export * from './memory-standing.ts';
export * from './model-reply.ts';
export * from './reply.ts';
export * from './script.ts';
export * from './scripted-model.ts';
export * from './sequential-ids.ts';
export * from './strict-faults.ts';
export * from './strict-prompt.ts';
export * from './test-tool.ts';
