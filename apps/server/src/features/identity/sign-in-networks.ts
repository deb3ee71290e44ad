/** Groups callers by network address. */
import { isIPv4 } from 'node:net';

export { networkOf } from '../../values/network.ts';

/**
 * One customer of a provider may have many networks. Their addresses share the first 16 bits of
 * IPv4 or 32 bits of IPv6.
 */
const NEIGHBOURHOOD_GROUPS = 2;

export function neighbourhoodOf(network: string): string {
  const separator = isIPv4(network) ? '.' : ':';
  return network.split(separator).slice(0, NEIGHBOURHOOD_GROUPS).join(separator);
}
