export { type AppDeps, createApp } from './app.ts';
export { type Config, toConfig } from './config/config.ts';
