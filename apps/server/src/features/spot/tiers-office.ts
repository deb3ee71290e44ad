/** The fee tiers in the back office. All are replaced at once; trades from then on pay by them. */
import type { DefineFeeTiers } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { OfficeFeeTier } from '@glasshouse/protocol/spot/terms-office';
import type { EffectWords } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import { submittingAct, type SubmittingPlan } from '../../contract/submitting-act.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { VOLUME_COIN } from './seeds.ts';

type Parts = Pick<Ports, 'catalogue' | 'operators' | 'sequencer' | 'termsWork'>;
type Tier = DefineFeeTiers['tiers'][number];

/** One percent is 10,000 parts per million. */
const PERCENT_DECIMALS = 4;
const WHOLE_PPM = 1_000_000;

export function tierOfficeHandlers(
  parts: Parts,
): Pick<FeatureHandlers<'products'>, 'products/get-fee-tiers' | 'products/set-fee-tiers'> {
  const { operators, sequencer, termsWork } = parts;
  const inTurn = (work: () => Promise<Refusal | null>) => termsWork.run('fee-tiers', work);
  return {
    'products/get-fee-tiers': () => tiersInForce(parts),
    'products/set-fee-tiers': operators.act(
      'products/set-fee-tiers',
      submittingAct({ sequencer, inTurn }, (asked: { readonly tiers: readonly OfficeFeeTier[] }) =>
        planOf(parts, asked.tiers),
      ),
    ),
  };
}

export function tiersInForce({ catalogue }: Pick<Ports, 'catalogue'>): {
  readonly coin: string;
  readonly tiers: OfficeFeeTier[];
} {
  const { definition } = catalogue.exchange.features.spot.fees;
  if (definition === null) return { coin: VOLUME_COIN, tiers: [] };
  const { code, decimals } = catalogue.assetAt(definition.asset);
  return { coin: code, tiers: definition.tiers.map((tier) => written(tier, decimals)) };
}

const written = ({ volume, makerSharePpm, takerSharePpm }: Tier, decimals: number): OfficeFeeTier => ({
  volume: formatDecimal(volume, decimals),
  makerShare: formatDecimal(makerSharePpm, PERCENT_DECIMALS),
  takerShare: formatDecimal(takerSharePpm, PERCENT_DECIMALS),
});

function planOf(parts: Parts, asked: readonly OfficeFeeTier[]): SubmittingPlan | Refusal {
  const { asset, decimals } = parts.catalogue.asset(VOLUME_COIN)!;
  const tiers: Tier[] = [];
  for (const [place, one] of asked.entries()) {
    const tier = readTier(one, { decimals, place });
    if (isRefusal(tier)) return tier;
    const before = tiers.at(-1)?.volume;
    if (before === undefined ? tier.volume !== 0 : tier.volume <= before)
      return invalidField(`tiers.${place}.volume`, 'volumes of tiers rise from 0');
    tiers.push(tier);
  }
  const now = tiersInForce(parts).tiers;
  return {
    subject: 'fee tiers',
    effect: effectOf(
      now,
      tiers.map((tier) => written(tier, decimals)),
    ),
    commands: [{ type: 'define-fee-tiers', asset, tiers }],
  };
}

function readTier(
  { volume, makerShare, takerShare }: OfficeFeeTier,
  { decimals, place }: { readonly decimals: number; readonly place: number },
): Tier | Refusal {
  const units = parseDecimal(volume, decimals);
  if (typeof units !== 'number')
    return invalidField(`tiers.${place}.volume`, `not an amount of ${VOLUME_COIN}`);
  const [maker, taker] = [shareOf(makerShare), shareOf(takerShare)];
  if (maker === null) return invalidField(`tiers.${place}.makerShare`, SHARE);
  if (taker === null) return invalidField(`tiers.${place}.takerShare`, SHARE);
  return { volume: units, makerSharePpm: maker, takerSharePpm: taker };
}

const SHARE = 'up to 100, with at most 4 decimals';

function shareOf(text: string): number | null {
  const ppm = parseDecimal(text, PERCENT_DECIMALS);
  return typeof ppm === 'number' && ppm <= WHOLE_PPM ? ppm : null;
}

/** The tiers that come, change or go, by the volume from which they hold. */
function effectOf(before: readonly OfficeFeeTier[], after: readonly OfficeFeeTier[]): EffectWords[] {
  const at = (tiers: readonly OfficeFeeTier[], volume: string) =>
    tiers.find((tier) => tier.volume === volume);
  const shares = ({ makerShare, takerShare }: OfficeFeeTier) => ({
    en: `maker ${makerShare} %, taker ${takerShare} % of the fees of a pair`,
    zh: `挂单 ${makerShare} %，吃单 ${takerShare} %（占交易对费率）`,
  });
  const volumes = new Set([...before, ...after].map(({ volume }) => volume));
  return [...volumes].flatMap((volume) => {
    const [was, is] = [at(before, volume), at(after, volume)];
    if (was?.makerShare === is?.makerShare && was?.takerShare === is?.takerShare) return [];
    return [
      {
        what: { en: `From ${volume} ${VOLUME_COIN}`, zh: `自 ${volume} ${VOLUME_COIN} 起` },
        before: was === undefined ? null : shares(was),
        after: is === undefined ? { en: 'no tier', zh: '无此档' } : shares(is),
      },
    ];
  });
}
