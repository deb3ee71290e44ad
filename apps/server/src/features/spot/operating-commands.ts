/**
 * The operator's commands for the fee tiers: `npx glasshouse terms`. All tiers are replaced at
 * once, and trades from then on pay by the new ones.
 */
import type { DefineFeeTiers } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { applyTerms, termsHistory, type TermsAnswer, type TermsParts } from '../../contract/terms-acts.ts';
import { VOLUME_COIN } from './seeds.ts';

/** Volume in the tiers' coin; what is charged of a pair's fees, in percent. */
export interface TierText {
  readonly volume: string;
  readonly makerShare: string;
  readonly takerShare: string;
}

/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;
const WHOLE_PPM = 1_000_000;

const ACT = 'fee-tiers';

export function spotCommands(parts: TermsParts) {
  return {
    'spot/list-fee-tiers': async (_input: null): Promise<readonly string[]> => linesOf(parts),
    'spot/list-fee-tiers-history': (_input: null) => termsHistory(parts, ACT),
    'spot/set-fee-tiers': (asked: { readonly tiers: readonly TierText[]; readonly operator: string }) =>
      setTiers(parts, asked),
  };
}

async function setTiers(
  parts: TermsParts,
  { tiers: texts, operator }: { readonly tiers: readonly TierText[]; readonly operator: string },
): Promise<TermsAnswer> {
  const { asset, decimals } = parts.catalogue.asset(VOLUME_COIN)!;
  const tiers: DefineFeeTiers['tiers'][number][] = [];
  for (const text of texts) {
    const tier = readTier(text, decimals);
    if (typeof tier === 'string') return { problem: tier };
    const before = tiers.at(-1)?.volume;
    if (before === undefined ? tier.volume !== 0 : tier.volume <= before)
      return { problem: `${text.volume}: the volumes of tiers rise from 0` };
    tiers.push(tier);
  }
  const detail = texts.map((text) => Object.values(text).join(':')).join(' ');
  const command = { type: 'define-fee-tiers', asset, tiers } as const;
  return applyTerms(parts, { operator, act: ACT, subject: 'fee tiers', detail, commands: [command] });
}

function readTier(
  { volume, makerShare, takerShare }: TierText,
  decimals: number,
): DefineFeeTiers['tiers'][number] | string {
  const units = parseDecimal(volume, decimals);
  if (typeof units !== 'number') return `${volume} is no amount of ${VOLUME_COIN}`;
  const [maker, taker] = [shareOf(makerShare), shareOf(takerShare)];
  if (maker === null) return `${makerShare} is no share from 0 to 100 percent`;
  if (taker === null) return `${takerShare} is no share from 0 to 100 percent`;
  return { volume: units, makerSharePpm: maker, takerSharePpm: taker };
}

function shareOf(text: string): number | null {
  const ppm = parseDecimal(text, PERCENT_DECIMALS);
  return typeof ppm === 'number' && ppm <= WHOLE_PPM ? ppm : null;
}

function linesOf({ catalogue }: TermsParts): string[] {
  const { definition } = catalogue.exchange.features.spot.fees;
  if (definition === null) return [];
  const { code, decimals } = catalogue.assetAt(definition.asset);
  const share = (ppm: number): string => formatDecimal(ppm, PERCENT_DECIMALS);
  return definition.tiers.map(
    ({ volume, makerSharePpm, takerSharePpm }) =>
      `fee tier from ${formatDecimal(volume, decimals)} ${code}: maker ${share(makerSharePpm)} %, taker ${share(takerSharePpm)} % of a pair's fees`,
  );
}
