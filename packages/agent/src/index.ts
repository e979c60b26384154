export * from './clock.ts';
export * from './log.ts';
export * from './model.ts';
export * from './sessions.ts';
export * from './store.ts';
export * from './tool.ts';
