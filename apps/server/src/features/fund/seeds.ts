/** The funds of a demo, and the capital of their reserve. Coins come from the treasury's stock. */
import { HOUSE, WALLET } from '@glasshouse/core';
import type { Seed } from '../../contract/seed.ts';
import { capital } from '../../contract/seeds.ts';
import { assetNumber, unitsOf } from '../../values/starting-assets.ts';
import type { FundFile } from './offer-file.ts';

const CAPITAL = '2000000';

const TERMS = {
  coin: 'USDT',
  buyFee: '0.001',
  sellFee: '0.001',
  exitFee: '0.005',
  lendingDaily: '0.0002',
  maintenance: '0.05',
  minUnits: '10',
  maxPerOwner: '100000',
  quota: '2000000',
  cover: '0.1',
} as const;

const text = (name: string, lead: string) => ({ name, lead, facts: [] });

export const demoFunds = (): readonly FundFile[] => [
  {
    ...TERMS,
    offer: 1,
    maxLeverage: 5,
    basket: [
      { coin: 'BTC', amount: '6.8' },
      { coin: 'ETH', amount: '110' },
      { coin: 'LTC', amount: '1400' },
      { coin: 'XRP', amount: '50000' },
      { coin: 'ADA', amount: '80000' },
    ],
    texts: {
      en: text('Majors 5', 'Five large coins in one basket.'),
      zh: text('主流五币', '五种主流币组成的一篮子资产。'),
    },
  },
  {
    ...TERMS,
    offer: 2,
    maxLeverage: 3,
    basket: [
      { coin: 'ETH', amount: '200' },
      { coin: 'BTC', amount: '2' },
      { coin: 'ADA', amount: '100000' },
    ],
    texts: {
      en: text('Ether Plus', 'Mostly Ether, with some Bitcoin and Cardano.'),
      zh: text('以太增强', '以以太坊为主，辅以比特币和艾达币。'),
    },
  },
  {
    ...TERMS,
    offer: 3,
    maxLeverage: 2,
    exitFee: '0.008',
    basket: [
      { coin: 'DOGE', amount: '1000000' },
      { coin: 'EOS', amount: '120000' },
      { coin: 'SHIB', amount: '6000000000' },
    ],
    texts: {
      en: text('Small Caps', 'Three coins that move further than the large ones.'),
      zh: text('小市值', '三种波动大于主流币的小币。'),
    },
  },
  {
    ...TERMS,
    offer: 4,
    maxLeverage: 5,
    basket: [
      { coin: 'BTC', amount: '5' },
      { coin: 'ETH', amount: '100' },
      { coin: 'XRP', amount: '200000' },
    ],
    texts: {
      en: text('Big Three', 'Bitcoin, Ether and XRP.'),
      zh: text('三大币', '比特币、以太坊和瑞波币。'),
    },
  },
];

export function fundCapital(): readonly Seed[] {
  return [
    capital({
      type: 'issue',
      owner: HOUSE.fundReserve,
      wallet: WALLET.house,
      asset: assetNumber('USDT'),
      amount: unitsOf(CAPITAL, 'USDT'),
      reason: 'house-capital',
    }),
  ];
}
