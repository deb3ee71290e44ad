/**
 * The products of a demo, and the capital that pays the interest of all of their quotas. A demo has
 * sold nothing.
 */
import type { FixedTermFile } from '../../offers/fixed-terms/offers.ts';

/** All interest of all quotas is 630 + 6,240 + 30,600 USDT and 0.192 BTC. */
export const CAPITAL: Readonly<Record<string, string>> = { USDT: '60000', BTC: '1' };

const text = (name: string, lead: string) => ({ name, lead, facts: [] });

export const DEMO: readonly FixedTermFile[] = [
  {
    offer: 1,
    coin: 'USDT',
    dailyRate: '0.00018',
    days: 7,
    minAmount: '100',
    maxPerOwner: '50000',
    quota: '500000',
    isOpen: true,
    texts: {
      en: text('Steady 7', 'A week at a fixed rate.'),
      zh: text('稳健 7 天', '固定利率，为期一周。'),
    },
  },
  {
    offer: 2,
    coin: 'USDT',
    dailyRate: '0.00026',
    days: 30,
    minAmount: '500',
    maxPerOwner: '100000',
    quota: '800000',
    isOpen: true,
    texts: {
      en: text('Harvest 30', 'A month at a fixed rate.'),
      zh: text('丰收 30 天', '固定利率，为期一个月。'),
    },
  },
  {
    offer: 3,
    coin: 'BTC',
    dailyRate: '0.00008',
    days: 60,
    minAmount: '0.01',
    maxPerOwner: '5',
    quota: '40',
    isOpen: true,
    texts: {
      en: text('Bitcoin 60', 'Sixty days, paid in bitcoin.'),
      zh: text('比特币 60 天', '为期 60 天，以比特币计息。'),
    },
  },
  {
    offer: 4,
    coin: 'USDT',
    dailyRate: '0.00034',
    days: 90,
    minAmount: '1000',
    maxPerOwner: '100000',
    quota: '1000000',
    isOpen: true,
    texts: {
      en: text('Evergreen 90', 'Three months at our highest rate.'),
      zh: text('常青 90 天', '为期三个月，利率最高。'),
    },
  },
];
