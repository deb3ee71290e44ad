/**
 * The projects of a demo in three phases, the coins that they sell, and accounts of the platform
 * that subscribe under the rules of everybody: nobody else would be there to share with.
 */
import { HOUSE, WALLET } from '@glasshouse/core';
import type { OfferTexts } from '@glasshouse/protocol/offer-texts';
import type { Seed } from '../../contract/seed.ts';
import { capital, platformAccount } from '../../contract/seeds.ts';
import { assetNumber, unitsOf } from '../../values/starting-assets.ts';
import type { ProjectFile } from './project-file.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const [HELIO, TIDE, AUR] = [1, 2, 3];

/** The coins that each project sells. */
const FOR_SALE: Readonly<Record<string, string>> = { HELIO: '222000', TIDE: '100000', AUR: '24000' };

/** Owners of accounts that subscribe, the funds of each, and what they pay in, by project. */
const SUBSCRIBERS_FROM = 111;
const FUNDS = '20000';
const PAID_IN: Readonly<Record<number, readonly string[]>> = {
  [HELIO]: [
    '9600',
    '5000',
    '10000',
    '1640',
    '9250',
    '10000',
    '2200',
    '8400',
    '1333.33',
    '9900',
    '6000',
    '550',
  ],
  [AUR]: ['5000', '3200', '4100', '1500', '5000', '2750', '800', '4600', '3333.33', '5000', '1200', '2400'],
};
const SUBSCRIBERS = PAID_IN[HELIO]!.map((_, i) => SUBSCRIBERS_FROM + i);

/** Coins for the pool, and USDT of the accounts that subscribe. */
export function subscriptionCapital(): readonly Seed[] {
  const issued = (owner: number, wallet: number, [code, amount]: readonly [string, string]): Seed =>
    capital({
      type: 'issue',
      owner,
      wallet,
      asset: assetNumber(code),
      amount: unitsOf(amount, code),
      reason: 'house-capital',
    });
  const pool = Object.entries(FOR_SALE).map((coins) => issued(HOUSE.subscriptionPool, WALLET.house, coins));
  return [
    ...pool,
    ...SUBSCRIBERS.flatMap((owner) => [
      platformAccount(owner),
      issued(owner, WALLET.exchange, ['USDT', FUNDS]),
    ]),
  ];
}

/** Subscriptions of platform-run accounts in a new demo, submitted once, before the first tick. */
export const DEMO_ORDERS: readonly Seed[] = Object.entries(PAID_IN).flatMap(([project, amounts]) =>
  amounts.map((amount, i): Seed => ({
    command: {
      type: 'subscribe',
      owner: SUBSCRIBERS[i]!,
      project: Number(project),
      amount: unitsOf(amount, 'USDT'),
    },
    isDone: ({ features, lastTick }) =>
      lastTick.tick > 0 ||
      features.subscription.projects.get(Number(project))?.subscriptions.has(SUBSCRIBERS[i]!) === true,
  })),
);

/** One project is open for days after the start of a demo, one opens later, one ends soon. */
export function demoProjects(nowMs: number): readonly ProjectFile[] {
  const at = (ms: number): string => new Date(Math.floor((nowMs + ms) / MINUTE) * MINUTE).toISOString();
  const times = (opens: number, lasts: number, then: number) => ({
    opens: at(opens),
    closes: at(opens + lasts),
    distributes: at(opens + lasts + then),
    lists: at(opens + lasts + 2 * then),
  });
  const usual = { paidWith: 'USDT', feeRate: '0.01' };
  return [
    {
      offer: HELIO,
      coin: 'HELIO',
      price: '0.25',
      supply: '2000000',
      forSale: FOR_SALE['HELIO']!,
      minAmount: '50',
      maxPerOwner: '10000',
      ...times(-DAY, 5 * DAY, DAY),
      ...usual,
      texts: HELIO_TEXTS,
    },
    {
      offer: TIDE,
      coin: 'TIDE',
      price: '0.42',
      supply: '1000000',
      forSale: FOR_SALE['TIDE']!,
      minAmount: '50',
      maxPerOwner: '5000',
      ...times(2 * DAY, 4 * DAY, DAY),
      ...usual,
      texts: TIDE_TEXTS,
    },
    {
      offer: AUR,
      coin: 'AUR',
      price: '1.1',
      supply: '300000',
      forSale: FOR_SALE['AUR']!,
      minAmount: '20',
      maxPerOwner: '5000',
      ...times(-DAY, DAY + 11 * MINUTE, 3 * MINUTE),
      ...usual,
      texts: AUR_TEXTS,
    },
  ];
}

const fact = (name: string, text: string) => ({ name, text });

/** A fact whose text begins with a percentage says where a part of the supply goes. */
const HELIO_TEXTS: OfferTexts = {
  en: {
    name: 'Helio Storage',
    lead: 'A made-up project of this demo: it pays home batteries for standing by.',
    facts: [
      fact('This sale', '11.1% free at once'),
      fact('Rewards for batteries', '42% over 8 years'),
      fact('Market making', '16.9% lent to quote the pair'),
      fact('Team', '18% locked for 1 year, then over 3 years'),
      fact('Early backers', '12% locked for 6 months, then over 18 months'),
    ],
  },
  zh: {
    name: 'Helio Storage',
    lead: '本演示虚构的项目：为待命的家用电池支付报酬。',
    facts: [
      fact('本次认购', '11.1% 立即可用'),
      fact('电池奖励', '42% 8 年内发放'),
      fact('做市', '16.9% 借出用于报价'),
      fact('团队', '18% 锁定 1 年，之后 3 年内释放'),
      fact('早期支持者', '12% 锁定 6 个月，之后 18 个月内释放'),
    ],
  },
};

const TIDE_TEXTS: OfferTexts = {
  en: {
    name: 'Tidewater',
    lead: 'A made-up project of this demo: it sells the output of tidal mills by the hour.',
    facts: [
      fact('This sale', '10% free at once'),
      fact('Mill operators', '45% over 10 years'),
      fact('Market making', '20% lent to quote the pair'),
      fact('Team', '15% locked for 1 year, then over 4 years'),
      fact('Treasury', '10% by vote'),
    ],
  },
  zh: {
    name: 'Tidewater',
    lead: '本演示虚构的项目：按小时出售潮汐电站的发电量。',
    facts: [
      fact('本次认购', '10% 立即可用'),
      fact('电站运营方', '45% 10 年内发放'),
      fact('做市', '20% 借出用于报价'),
      fact('团队', '15% 锁定 1 年，之后 4 年内释放'),
      fact('金库', '10% 由投票决定'),
    ],
  },
};

const AUR_TEXTS: OfferTexts = {
  en: {
    name: 'Aurora Grid',
    lead: 'A made-up project of this demo: it closes and distributes minutes after a fresh start.',
    facts: [
      fact('This sale', '8% free at once'),
      fact('Grid rewards', '44% over 6 years'),
      fact('Market making', '20% lent to quote the pair'),
      fact('Team', '16% locked for 1 year, then over 3 years'),
      fact('Early backers', '12% locked for 6 months, then over 18 months'),
    ],
  },
  zh: {
    name: 'Aurora Grid',
    lead: '本演示虚构的项目：全新启动后几分钟内截止并分发。',
    facts: [
      fact('本次认购', '8% 立即可用'),
      fact('电网奖励', '44% 6 年内发放'),
      fact('做市', '20% 借出用于报价'),
      fact('团队', '16% 锁定 1 年，之后 3 年内释放'),
      fact('早期支持者', '12% 锁定 6 个月，之后 18 个月内释放'),
    ],
  },
};
