/** An agent server that is asked over the network, as its users ask it. */
export type AgentServer = {
  name: string;
  pid: number;
  /** One turn in a session of its own; resolves with its answer when it is over. */
  run(model: string): Promise<string>;
  stop(): Promise<void>;
};
