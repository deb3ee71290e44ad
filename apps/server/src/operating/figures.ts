/** Figures of /metrics that other parts count: the pipeline, the stream and the edge. */
import type { Listener } from '../http/listener.ts';
import type { RunningPipeline } from '../pipeline/start.ts';
import type { StreamHub } from '../ws/hub.ts';

export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly read: () => number;
}

/** There is a public tick for every whole second. */
const TICK_MS = 1_000;

export function pipelineFigures({ pipeline, backlog }: RunningPipeline, hub: StreamHub): readonly Figure[] {
  const { exchange } = pipeline;
  const ticksBehind = () =>
    exchange.lastTick.tick === 0
      ? 0
      : Math.max(0, Math.floor((pipeline.nowMs() - exchange.lastTick.tickMs) / TICK_MS));
  return [
    counter('commits_total', 'Batches committed since the start', () => pipeline.figures.batches),
    counter('commands_total', 'Commands committed since the start', () => pipeline.figures.commands),
    counter(
      'commands_refused_by_queue_total',
      'Commands refused because too many waited',
      () => pipeline.figures.refusedByQueue,
    ),
    gauge('commands_queued', 'Commands that wait for a commit', () => pipeline.figures.queued),
    gauge('projection_lag_commands', 'Commands whose rows are not written yet', () => backlog.commands),
    gauge('projection_lag_seconds', 'Age of the oldest of them', () => backlog.seconds),
    gauge('journal_seq', 'Last committed sequence number', () => pipeline.position.seq),
    gauge('ticks_behind', 'Whole seconds that have passed since the last public tick', ticksBehind),
    gauge('stream_clients', 'Open streams', () => hub.metrics.clients),
    gauge('stream_signed_in', 'Streams of signed-in users', () => hub.metrics.signedIn),
    counter('stream_frames_total', 'Frames sent', () => hub.metrics.framesSent),
    counter('stream_writes_total', 'Writes to streams', () => hub.metrics.writes),
    counter(
      'stream_slow_dropped_total',
      'Streams dropped because they did not read',
      () => hub.metrics.slowDropped,
    ),
  ];
}

export function edgeFigures({ admission, connections }: Listener): readonly Figure[] {
  const { figures } = connections;
  return [
    gauge('connections', 'Open connections', () => connections.size),
    gauge('requests_queued', 'Requests that wait for a turn', () => admission.queued),
    counter(
      'requests_refused_too_many_total',
      'Requests over their limit',
      () => admission.figures.refusedTooMany,
    ),
    counter(
      'requests_refused_busy_total',
      'Requests that waited too long for a turn',
      () => admission.figures.refusedBusy,
    ),
    counter(
      'connections_closed_too_many_total',
      'Connections over a limit, or idle ones',
      () => figures.closedTooMany,
    ),
    counter(
      'connections_closed_pipelined_total',
      'Connections that pipelined too much',
      () => figures.closedPipelined,
    ),
    counter('connections_closed_unread_total', 'Connections that did not read', () => figures.closedUnread),
  ];
}

function counter(name: string, help: string, read: () => number): Figure {
  return { name, help, kind: 'counter', read };
}

function gauge(name: string, help: string, read: () => number): Figure {
  return { name, help, kind: 'gauge', read };
}

interface CountedSockets {
  readonly size: number;
  readonly metrics: { readonly messagesSent: number; readonly writes: number; readonly slowDropped: number };
}

/** Of the sockets of programs. */
export function programFigures(sockets: CountedSockets): readonly Figure[] {
  const { metrics } = sockets;
  return [
    gauge('program_sockets', 'Open sockets of programs', () => sockets.size),
    counter('program_messages_total', 'Messages sent to sockets of programs', () => metrics.messagesSent),
    counter('program_writes_total', 'Writes to sockets of programs', () => metrics.writes),
    counter(
      'program_slow_dropped_total',
      'Sockets of programs dropped because they did not read',
      () => metrics.slowDropped,
    ),
  ];
}
