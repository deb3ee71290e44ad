/**
 * A platform whose coins are on a chain of the Bitcoin family (a node of Litecoin), for tests. The
 * server writes addresses as on the main network, the node as on its own: the scripts are the same.
 */
import { ChainAddresses, extendedKeyOf, HOT_WALLET, newSeedWords } from '@glasshouse/chains';
import { COIN, Litecoin, onRegtest } from '../../../packages/chains/test/litecoin.ts';
import { utxoTermsIn } from '../src/chains/paying/utxo-terms.ts';
import { PlatformRig } from './platform-rig.ts';

export { COIN } from '../../../packages/chains/test/litecoin.ts';
export const CHAIN = 'LTC';
export const CONFIRMATIONS = 12;
/** Blocks until a deposit is final. */
export const FINAL = 48;

/** Of the number by SLIP-44. */
export const LTC_CHAIN_ID = 2;

/** As in the file of wallet terms. */
export const LTC_FILE = {
  minFeePerKvb: '0.00002',
  maxFeePerKvb: '0.001',
  maxReplacementFeePerKvb: '0.002',
  relayStepPerKvb: '0.00001',
  dust: '0.0001',
  inputsMax: 10,
  confirmations: CONFIRMATIONS,
  bumpAfterBlocks: 2,
  perPayment: '2',
  perDay: '1000',
  maxFee: '0.01',
  feesPerDay: '1',
};

const TERMS = utxoTermsIn('LTC', LTC_FILE);

export class UtxoPaymentRig extends PlatformRig {
  readonly node: Litecoin;
  readonly #strangers = new ChainAddresses('LTC', extendedKeyOf(newSeedWords(), 'LTC'));
  #recipients = 0;

  private constructor(node: Litecoin) {
    super({ chain: CHAIN, terms: TERMS, url: node.url });
    this.node = node;
  }

  static async begin(): Promise<UtxoPaymentRig> {
    const rig = new UtxoPaymentRig(await Litecoin.start());
    await rig.start();
    return rig;
  }

  readonly terms = TERMS;

  protected async mineBlocks(blocks: number): Promise<void> {
    await this.node.mine(blocks);
  }

  protected async stopNode(): Promise<void> {
    await this.node.stop();
  }

  get hot(): string {
    return new ChainAddresses('LTC', this.key).of(HOT_WALLET);
  }

  /** Of somebody else, who has nothing yet. */
  recipient(): string {
    return this.#strangers.at(this.#recipients++);
  }

  async balanceOf(address: string): Promise<bigint> {
    return this.node.balanceOf(onRegtest(address));
  }

  /** From the faucet. Returns the transaction. */
  async send(address: string, units: bigint): Promise<string> {
    return this.node.send(onRegtest(address), units);
  }

  /** Brings coins of the house to the hot wallet, and has them booked. */
  async fundHot(units: bigint = COIN): Promise<void> {
    const txid = await this.send(this.hot, units);
    await this.node.mine(CONFIRMATIONS);
    await this.server.server.chains.catchUp();
    await this.book(txid);
  }
}
