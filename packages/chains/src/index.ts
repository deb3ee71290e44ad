/** Deposits and withdrawals on chains, without any knowledge of users or money of the exchange. */
export * from './agreement.ts';
export * from './blocks.ts';
export * from './deposits.ts';
export * from './follower.ts';
export { ChainAddresses, extendedPublicKey, type AddressFamily } from './chain-addresses.ts';
export { EvmSource } from './evm-source.ts';
export * from './simulated-chain.ts';
