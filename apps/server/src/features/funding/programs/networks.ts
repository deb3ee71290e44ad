/** The network that a request means: the one it names, or the first that has the coin. */
import type { Refusal } from '@glasshouse/protocol';
import { chainOfNetwork } from '@glasshouse/protocol/programs';
import type { Chain } from '@glasshouse/protocol/wallet';
import type { Asset } from '@glasshouse/core';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { Networks } from '../../../contract/chain-parts.ts';
import { isName } from '../chain-amounts.ts';

export interface OnNetwork {
  readonly asset: Asset;
  readonly chain: Chain;
}

/** The chains that have a coin, in the order in which they are told: the first is the default. */
export const chainsOf = (networks: Pick<Networks, 'all'>, coin: string): readonly Chain[] =>
  networks.all.flatMap(({ chain, coins }) =>
    isName(chain) && coins.some((one) => one.coin === coin) ? [chain] : [],
  );

export function onNetwork(
  { catalogue, networks }: { readonly catalogue: Catalogue; readonly networks: Pick<Networks, 'all'> },
  { coin, network }: { readonly coin: string; readonly network?: string | undefined },
): OnNetwork | Refusal {
  const asset = catalogue.asset(coin);
  if (asset === undefined) return { error: 'wallet/unknown-asset', field: 'coin' };
  const chains = chainsOf(networks, coin);
  const chain = network === undefined ? chains[0] : chains.find((one) => one === chainOfNetwork(network));
  return chain === undefined ? { error: 'wallet/chain-unknown', field: 'network' } : { asset, chain };
}
