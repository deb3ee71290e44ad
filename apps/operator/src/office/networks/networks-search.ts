/** The query parameters of the page of networks. */
export interface NetworksSearch {
  /** The network whose coins are shown; absent: all. */
  readonly network?: string;
  /** The coin and the network that are open, such as 'USDT TRC20'. */
  readonly open?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function networksSearch({ network, open }: Readonly<Record<string, unknown>>): NetworksSearch {
  return {
    ...(textOf(network) === '' ? {} : { network: textOf(network) }),
    ...(textOf(open) === '' ? {} : { open: textOf(open) }),
  };
}
