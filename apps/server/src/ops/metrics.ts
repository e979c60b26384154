// The server's numbers for Prometheus, in a registry of their own. Counts and measures; decides nothing.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Registry } from 'prom-client';

export type DropReason = 'slow_reader' | 'closed';

export type Metrics = {
  contentType: string;
  text(): Promise<string>;
  framesReceived: { inc(): void };
  framesSent: { inc(count: number): void };
  framesDropped: { inc(count: number): void };
  snapshotsRepaired: { inc(): void };
  socketsRefused: { inc(): void };
  turnFinished(status: string): void;
  /** Ends the measuring of the event loop. */
  close(): void;
};

/** Those of `live` are asked whenever somebody reads the metrics. */
export function createMetrics(live: { sockets(): number; heldBytes(): number; running(): number }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect: function () {
        this.set(read());
      },
    });

  const turns = new Counter({
    name: 'slipstream_turns_total',
    help: 'Turns that ended, by their status.',
    labelNames: ['status'],
    registers,
  });
  const resolution = 10;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  new Gauge({
    name: 'slipstream_event_loop_lag_seconds',
    help: 'How late the event loop was since the last reading.',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of [50, 99, 100])
        this.set({ quantile: String(quantile / 100) }, toLagSeconds(delay.percentile(quantile), resolution));
      delay.reset();
    },
  });
  gauge('slipstream_sockets', 'WebSockets that are open.', live.sockets);
  gauge('slipstream_socket_held_bytes', 'Bytes that wait for clients to read them.', live.heldBytes);
  gauge('slipstream_running_turns', 'Turns that run now.', live.running);
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
  gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime());

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    framesReceived: counter('slipstream_frames_received_total', 'Frames that clients sent.'),
    framesSent: counter('slipstream_frames_sent_total', 'Frames handed to sockets.'),
    framesDropped: counter(
      'slipstream_frames_dropped_total',
      'Frames dropped since a client read too slowly.',
    ),
    snapshotsRepaired: counter(
      'slipstream_repair_snapshots_total',
      'Snapshots sent to clients that had read too slowly.',
    ),
    socketsRefused: counter('slipstream_sockets_refused_total', 'Upgrades refused since too many were open.'),
    turnFinished: (status) => turns.inc({ status }),
    close: () => delay.disable(),
  };
}

/** Node measures from one sample to the next, so that an idle loop shows the sampling interval itself. */
function toLagSeconds(nanoseconds: number, resolutionMs: number): number {
  return Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
}
