/** Where somebody calls from, as far as an address on the network tells. */
import { isIPv4 } from 'node:net';

export { networkOf } from '../../network.ts';

/**
 * A provider's customers may have many networks: their addresses begin alike, by 16 bits of IPv4 or
 * 32 of IPv6.
 */
const NEIGHBOURHOOD_GROUPS = 2;

export function neighbourhoodOf(network: string): string {
  const separator = isIPv4(network) ? '.' : ':';
  return network.split(separator).slice(0, NEIGHBOURHOOD_GROUPS).join(separator);
}
