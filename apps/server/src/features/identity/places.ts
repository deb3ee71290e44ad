/** Where somebody calls from, as far as an address on the network tells. */
export { networkOf } from '../../network.ts';
