/**
 * How the exchange answers programs, as this browser sees it: one request of the trading API gives
 * its limits, what this network has used of them, its time, and how long an answer takes.
 */
import type { EndpointDataOf, EndpointNamed } from '@glasshouse/protocol/programs';
import { useQuery } from '@tanstack/react-query';

type Info = EndpointDataOf<EndpointNamed<'market/get-exchange-info'>>;
export type RateLimit = Info['rateLimits'][number];

export interface Answered {
  readonly limits: readonly RateLimit[];
  /** Weight that this network has used in this minute. */
  readonly used: number;
  /** From the request to its answer. */
  readonly ms: number;
  /** How far this computer's clock is ahead of the server's. */
  readonly aheadMs: number;
}

const EVERY_MS = 10_000;
/** No pair has this permission, so the answer carries the limits alone. */
const LIMITS_ALONE = '/api/v3/exchangeInfo?permissions=NONE';

export function useAnswered() {
  return useQuery({
    queryKey: ['status'],
    refetchInterval: EVERY_MS,
    retry: false,
    queryFn: async ({ signal }): Promise<Answered> => {
      const begunMs = performance.now();
      const response = await fetch(LIMITS_ALONE, { signal, cache: 'no-store' });
      const ms = performance.now() - begunMs;
      // Before the answer is read, which may wait for the page.
      const answeredMs = Date.now();
      if (!response.ok) throw new Error(`the trading API answered ${response.status}`);
      const info = (await response.json()) as Info;
      return {
        limits: info.rateLimits,
        used: Number(response.headers.get('x-mbx-used-weight-1m')),
        ms,
        aheadMs: answeredMs - ms / 2 - info.serverTime,
      };
    },
  });
}
