// What tests of other packages may use: the provider stream cases, and the server that replays them.
export { type Expected, type ExpectedCall, loadCases, type ProviderCase } from './cases.ts';
export { createReplayServer, type ReplayServer, type Reply, type SeenRequest } from './replay-server.ts';
