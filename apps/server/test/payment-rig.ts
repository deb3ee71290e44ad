/** A platform whose coins are on an Ethereum-like chain (Anvil), for tests. */
import { ChainAddresses, HOT_WALLET } from '@glasshouse/chains';
import { Anvil, type Token } from '../../../packages/chains/test/anvil.ts';
import type { Config } from '../src/config.ts';
import type { WalletTerms } from '../src/chains/paying/wallet-terms.ts';
import { PlatformRig, productionOn } from './platform-rig.ts';

export const CHAIN = 'ERC20';
/** The number of the chain, and of its coins, in the core. */
export const [ERC20, USDT, ETH] = [2, 0, 2] as const;
export const ETHER = 10n ** 18n;
export const CONFIRMATIONS = 12;
export const ANVIL_CHAIN_ID = 31_337;
const COLD = '0x52908400098527886E0F7030069857D2E4169EE7';

export function anvilTerms(token: string): WalletTerms {
  return {
    chainId: ANVIL_CHAIN_ID,
    confirmations: CONFIRMATIONS,
    nativeCoin: 'ETH',
    tokens: { USDT: { address: token, decimals: 6 } },
    cold: COLD,
    maxFeeGwei: '100',
    maxReplacementFeeGwei: '200',
    minPriorityFeeGwei: '1',
    gasMax: 150_000,
    tokenGas: 80_000,
    bumpAfterBlocks: 2,
    coins: {
      ETH: { sweepFrom: '0.05', hotMax: '50', hotTarget: '20', perPayment: '20', perDay: '1000' },
      USDT: {
        sweepFrom: '10',
        hotMax: '900000',
        hotTarget: '500000',
        perPayment: '3000',
        perDay: '10000000',
      },
    },
    topUps: { perPayment: '1', perDay: '100' },
    feesPerDay: '1000',
  };
}

/** Production on one node. */
export const anvilConfig = ({
  key,
  url,
  token,
}: {
  readonly key: string;
  readonly url: string;
  readonly token: string;
}): Partial<Config> => productionOn({ chain: CHAIN, terms: anvilTerms(token), url }, key);

export class PaymentRig extends PlatformRig {
  readonly node: Anvil;
  readonly token: Token;
  readonly terms: WalletTerms;

  private constructor(node: Anvil, token: Token) {
    const terms = anvilTerms(token.address);
    super({ chain: CHAIN, terms, url: node.url });
    this.node = node;
    this.token = token;
    this.terms = terms;
  }

  static async begin(): Promise<PaymentRig> {
    const node = await Anvil.start();
    const rig = new PaymentRig(node, await node.deployToken());
    await rig.start();
    return rig;
  }

  get hot(): `0x${string}` {
    return new ChainAddresses('EVM', this.key).of(HOT_WALLET) as `0x${string}`;
  }

  get cold(): `0x${string}` {
    return this.terms.cold as `0x${string}`;
  }

  protected async mineBlocks(blocks: number): Promise<void> {
    await this.node.mine(blocks);
  }

  protected async stopNode(): Promise<void> {
    await this.node.stop();
  }

  async balanceOf(address: `0x${string}`, asset: number): Promise<bigint> {
    if (asset === ETH) return this.node.reader.getBalance({ address });
    return this.token.balanceOf(address);
  }

  /** Brings coins of the house to the hot wallet, and has them booked. */
  async fundHot(wei: bigint, tokens: bigint): Promise<void> {
    const sent = [await this.node.send(this.hot, wei), await this.token.transfer(this.hot, tokens)];
    await this.node.mine(CONFIRMATIONS);
    await this.server.server.chains.catchUp();
    for (const txid of sent) await this.book(txid);
  }

  override async open(owner: number): Promise<`0x${string}`> {
    return (await super.open(owner)) as `0x${string}`;
  }
}
