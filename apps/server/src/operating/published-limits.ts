/** What the server publishes of its refusals and its limits, for clients to plan by. */
import { REFUSALS, type DataOf, type RefusalName } from '@glasshouse/protocol';
import type { getLimits, getRefusals } from '@glasshouse/protocol/parameters';
import { PAGE_SIZE_MAX } from '@glasshouse/protocol/parameters';
import { CHANNELS_PER_CLIENT_MAX } from '../ws/hub.ts';
import { STREAM_SLOTS } from '../ws/stream-slots.ts';
import { STREAM_LIMITS } from '../ws/stream-limits.ts';
import { BODY_LIMIT_BYTES, EDGE_LIMITS, REQUEST_LIMITS } from '../http/edge-limits.ts';
import { statusOf } from '../http/envelope.ts';
import type { BucketLimit } from '../http/token-buckets.ts';

export function publishedRefusals(): DataOf<typeof getRefusals> {
  const names = Object.keys(REFUSALS) as RefusalName[];
  return names.map((error) => {
    const { code, kind, en, zh } = REFUSALS[error];
    return { error, status: statusOf({ error }), code, kind, en, zh };
  });
}

/** `factor` is RATE_LIMIT_FACTOR, which widens rates. */
export function publishedLimits(factor: number): DataOf<typeof getLimits> {
  const rate = ({ burst, perSecond }: BucketLimit): BucketLimit => ({
    burst: burst * factor,
    perSecond: perSecond * factor,
  });
  const { calls, files, user, connections, streams } = REQUEST_LIMITS;
  return {
    rates: {
      calls: rate(calls),
      files: rate(files),
      user: rate(user),
      connections: rate(connections),
      streams: rate(streams),
    },
    requests: {
      atOnceOfOneCaller: EDGE_LIMITS.inFlightOfOneCaller,
      bodyBytes: BODY_LIMIT_BYTES,
      pageSize: PAGE_SIZE_MAX,
    },
    stream: {
      channels: CHANNELS_PER_CLIENT_MAX,
      requestsPerInterval: STREAM_LIMITS.requestsPerInterval,
      intervalMs: STREAM_LIMITS.pingIntervalMs,
      frameBytes: STREAM_LIMITS.frameBytes,
      streamsOfOneUser: STREAM_SLOTS.ofOneUser,
      streamsOfOneNetwork: STREAM_SLOTS.visitorsOfOneNetwork,
    },
  };
}
