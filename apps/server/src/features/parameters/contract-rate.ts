/**
 * The fee rate of contracts, a term of the core's offers that operators set as a parameter. Its
 * version is written first; then each pair gets it, by a command of its own. What a crash or a
 * refusal leaves undone is done at the next start, or within a minute.
 */
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal, type RefusalName } from '@glasshouse/protocol';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Doer } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import type { Sequencer } from '../../contract/sequencer.ts';
import { CONTRACT_TERMS } from '../../contract/terms-acts.ts';
import type { ParameterDefinition } from './kept-parameters.ts';
import type { Parameters } from './parameters.ts';

export const RATE = 'contract_fee_rate' as const;
const RATE_DECIMALS = 6;
/** A fee above a tenth of the stake is a typing error. */
const RATE_MAX_PPM = 100_000;

export const RATE_DEFINITION: ParameterDefinition = {
  group: 'contracts',
  title: { en: 'Fee of seconds contracts, share of the stake', zh: '秒合约手续费（占本金比例）' },
  takes: `a share of the stake from 0 to ${formatDecimal(RATE_MAX_PPM, RATE_DECIMALS)}`,
  isValid: (value) => ppmOf(value) !== null,
  people: 2,
};

/**
 * `termsWork`: a definition has all terms of a pair, so the rate takes turns with the acts that set
 * the others. Of two versions the later one is in force on all pairs.
 */
export interface ContractRateParts extends Pick<Ports, 'termsWork'> {
  readonly parameters: Parameters;
  readonly catalogue: Catalogue;
  readonly sequencer: Pick<Sequencer, 'submit'>;
}

export class ContractRate {
  readonly #parts: ContractRateParts;

  constructor(parts: ContractRateParts) {
    this.#parts = parts;
  }

  /** What new contracts pay. */
  inForce(): string {
    return formatDecimal(this.#offers()[0]?.feeRatePpm ?? 0, RATE_DECIMALS);
  }

  /**
   * Adds a version and brings it into force. The caller has checked the value. A version that is
   * not in force on every pair yet is refused as such: it will be.
   */
  async set(value: string, by: Doer): Promise<Refusal | null> {
    const done = await this.#parts.termsWork.run(CONTRACT_TERMS, async () => {
      await this.#parts.parameters.record(RATE, value, by);
      return this.#apply();
    });
    if (isRefusal(done)) return done;
    return done === null ? null : { error: 'operators/not-in-force' };
  }

  /** Brings the last version into force where it is not yet. Returns why it could not. */
  async settle(): Promise<RefusalName | null> {
    const done = await this.#parts.termsWork.run(CONTRACT_TERMS, () => this.#apply());
    return isRefusal(done) ? done.error : done;
  }

  /** New contracts have the new rate; open ones keep theirs. */
  async #apply(): Promise<RefusalName | null> {
    const { parameters, sequencer } = this.#parts;
    const feeRatePpm = ppmOf(parameters.lastSet(RATE) ?? '');
    if (feeRatePpm === null) return null;
    for (const offer of this.#offers()) {
      if (offer.feeRatePpm === feeRatePpm) continue;
      const { error } = await sequencer.submit({ ...offer, feeRatePpm }, { owner: PLATFORM_OWNER });
      if (error !== null) return error;
    }
    return null;
  }

  #offers() {
    return [...this.#parts.catalogue.exchange.features['seconds-contract'].offers.values()];
  }
}

function ppmOf(value: string): number | null {
  const ppm = parseDecimal(value, RATE_DECIMALS);
  return typeof ppm === 'number' && ppm <= RATE_MAX_PPM ? ppm : null;
}
