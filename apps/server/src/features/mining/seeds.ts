/**
 * The pools of a demo, and the capital that pays the rewards of their whole capacity. No miner runs
 * in a new demo.
 */
import type { FixedTermFile } from '../../offers/fixed-terms/offers.ts';

/** All rewards of all capacity are 4,320 + 9,450 USDT, 13.5 LTC and 9,000 DOGE. */
export const CAPITAL: Readonly<Record<string, string>> = { USDT: '50000', LTC: '40', DOGE: '30000' };

const text = (name: string, lead: string) => ({ name, lead, facts: [] });

export const DEMO: readonly FixedTermFile[] = [
  {
    offer: 1,
    coin: 'USDT',
    dailyRate: '0.00024',
    days: 30,
    minAmount: '200',
    maxPerOwner: '50000',
    quota: '600000',
    isOpen: true,
    texts: { en: text('Slate', 'A month, paid in USDT.'), zh: text('板岩', '为期一个月，以 USDT 计奖。') },
  },
  {
    offer: 2,
    coin: 'USDT',
    dailyRate: '0.00035',
    days: 45,
    minAmount: '1000',
    maxPerOwner: '100000',
    quota: '600000',
    isOpen: true,
    texts: {
      en: text('Basalt', 'Forty-five days, paid in USDT.'),
      zh: text('玄武岩', '为期 45 天，以 USDT 计奖。'),
    },
  },
  {
    offer: 3,
    coin: 'LTC',
    dailyRate: '0.00045',
    days: 30,
    minAmount: '1',
    maxPerOwner: '200',
    quota: '1000',
    isOpen: true,
    texts: {
      en: text('Granite', 'A month, paid in litecoin.'),
      zh: text('花岗岩', '为期一个月，以莱特币计奖。'),
    },
  },
  {
    offer: 4,
    coin: 'DOGE',
    dailyRate: '0.0003',
    days: 15,
    minAmount: '500',
    maxPerOwner: '500000',
    quota: '2000000',
    isOpen: true,
    texts: {
      en: text('Marble', 'Half a month, paid in dogecoin.'),
      zh: text('大理石', '为期半个月，以狗狗币计奖。'),
    },
  },
];
