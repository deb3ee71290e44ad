/** A platform whose coins are on TRON (a gateway in front of Anvil), for tests. */
import { ChainAddresses, extendedKeyOf, HOT_WALLET, newSeedWords } from '@glasshouse/chains';
import { Anvil, type Token } from '../../../packages/chains/test/anvil.ts';
import { SOLID_AFTER, type TronChain } from '../../../packages/chains/test/tron-chain.ts';
import { TronGateway } from '../../../packages/chains/test/tron-gateway.ts';
import { evmAddress, tronAddress } from '../../../packages/chains/test/tron-forms.ts';
import { tronTermsIn, type TronWalletTerms } from '../src/chains/paying/tron-terms.ts';
import { PlatformRig } from './platform-rig.ts';

export const CHAIN = 'TRC20';
/** In the core. */
export const USDT = 0;
export const TRX = 1_000_000n;
export const UNIT = 1_000_000;
/** Blocks until what is in the next one is final. */
export const FINAL = SOLID_AFTER + 1;
const COLD = 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA';
const LIFETIME_SECONDS = 60;

/** As in the file of wallet terms. */
export function tronFileOf({ address }: Pick<Token, 'address'>, lifetimeSeconds = LIFETIME_SECONDS) {
  const token = tronAddress(Buffer.from(address.slice(2), 'hex'));
  return {
    tokens: { USDT: { address: token, decimals: 6 } },
    cold: COLD,
    feeLimitMax: '60',
    otherFeesMax: '2',
    lifetimeSeconds,
    coins: {
      USDT: {
        sweepFrom: '10',
        hotMax: '900000',
        hotTarget: '500000',
        perPayment: '3000',
        perDay: '10000000',
      },
    },
    topUps: { perPayment: '100', perDay: '10000' },
    feesPerDay: '100000',
  };
}

export class TronPaymentRig extends PlatformRig {
  readonly gateway: TronGateway;
  readonly token: Token;
  readonly terms: TronWalletTerms;
  readonly #strangers = new ChainAddresses('TRON', extendedKeyOf(newSeedWords(), 'TRON'));
  #recipients = 0;

  private constructor(gateway: TronGateway, token: Token) {
    const terms = tronTermsIn(tronFileOf(token));
    super({ chain: CHAIN, terms, url: `${gateway.url}/jsonrpc`, httpUrl: gateway.url });
    this.gateway = gateway;
    this.token = token;
    this.terms = terms;
  }

  static async begin(): Promise<TronPaymentRig> {
    const node = await Anvil.start();
    const token = await node.deployToken();
    const rig = new TronPaymentRig(await TronGateway.open(node), token);
    await rig.start();
    // What is compared is a final block, and only those that were followed are known.
    await rig.mineBlocks(FINAL);
    return rig;
  }

  get chain(): TronChain {
    return this.gateway.chain;
  }

  get hot(): string {
    return new ChainAddresses('TRON', this.key).of(HOT_WALLET);
  }

  get cold(): string {
    return this.terms.cold;
  }

  /** Chains and signers have one time here. */
  protected override nowMs(): number {
    return this.chain.timeMs;
  }

  protected override get deep(): number {
    return FINAL;
  }

  protected async mineBlocks(blocks: number): Promise<void> {
    await this.chain.mine(blocks);
  }

  protected async stopNode(): Promise<void> {
    await this.gateway.close();
    await this.chain.node.stop();
  }

  /** Of somebody else, who has nothing yet. */
  recipient(): string {
    return this.#strangers.at(this.#recipients++);
  }

  async balanceOf(address: string, coin: 'USDT' | 'TRX'): Promise<bigint> {
    const holder = evmAddress(address) as `0x${string}`;
    if (coin === 'TRX') return this.chain.node.reader.getBalance({ address: holder });
    return this.token.balanceOf(holder);
  }

  /** From the faucet. Returns the transaction. */
  async send(address: string, coin: 'USDT' | 'TRX', units: bigint): Promise<string> {
    const to = evmAddress(address) as `0x${string}`;
    const sent = coin === 'TRX' ? this.chain.node.send(to, units) : this.token.transfer(to, units);
    return (await sent).slice(2);
  }
}
