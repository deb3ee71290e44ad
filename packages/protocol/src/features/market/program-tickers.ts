/** Prices of pairs and their changes, for programs. */
import * as z from 'zod';
import { blankIsAbsent } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import {
  decimalText,
  optionalSymbol,
  optionalSymbols,
  optionalSymbolsUpTo,
  symbol,
  whole,
} from '../../programs/fields.ts';
import { timeZone } from './program-quotes.ts';

const type = blankIsAbsent(z.enum(['FULL', 'MINI']).default('FULL'));

/** Numbers of trades are -1 without a trade. */
const statistics = {
  openPrice: decimalText,
  highPrice: decimalText,
  lowPrice: decimalText,
  lastPrice: decimalText,
  volume: decimalText,
  quoteVolume: decimalText,
  openTime: whole,
  closeTime: whole,
  firstId: whole,
  lastId: whole,
  count: whole,
};
const changes = {
  priceChange: decimalText,
  /** With three decimals. */
  priceChangePercent: decimalText,
  weightedAvgPrice: decimalText,
};
const mini = z.object({ symbol: z.string(), ...statistics });
const full = z.object({ symbol: z.string(), ...changes, ...statistics });
const bestQuotes = {
  bidPrice: decimalText,
  bidQty: decimalText,
  askPrice: decimalText,
  askQty: decimalText,
};
const fullOfDay = z.object({
  symbol: z.string(),
  ...changes,
  prevClosePrice: decimalText,
  lastQty: decimalText,
  ...bestQuotes,
  ...statistics,
});
export type MiniTicker = z.output<typeof mini>;
export type FullTicker = z.output<typeof full>;
export type DayTicker = z.output<typeof fullOfDay>;

/** One row for a symbol, a list for several or all. */
const rows = <T extends z.ZodType>(row: T) => z.union([row, z.array(row)]);

interface Asked {
  readonly symbol?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
}
const SYMBOL = 'BTCUSDT';
const symbolsOf = (count: number): string[] => Array.from({ length: count }, () => SYMBOL);
const weightOfDay = {
  of: ({ symbol: one, symbols }: Asked): number => {
    const count = symbols?.length ?? (one === undefined ? Infinity : 1);
    return count <= 20 ? 2 : count <= 100 ? 40 : 80;
  },
  examples: [
    { symbol: SYMBOL },
    { symbols: symbolsOf(20) },
    { symbols: symbolsOf(100) },
    { symbols: symbolsOf(101) },
    {},
  ],
};
const weightOfPrices = {
  of: ({ symbol: one }: Asked): number => (one === undefined ? 4 : 2),
  examples: [{ symbol: SYMBOL }, { symbols: [SYMBOL] }, {}],
};
const WINDOW_SYMBOLS_MAX = 100;
const weightOfWindows = {
  of: ({ symbols }: Asked): number => Math.min(200, 4 * (symbols?.length ?? 1)),
  examples: [
    { symbol: SYMBOL },
    { symbols: symbolsOf(1) },
    { symbols: symbolsOf(10) },
    { symbols: symbolsOf(50) },
    { symbols: symbolsOf(WINDOW_SYMBOLS_MAX) },
  ],
};

const day = defineEndpoint({
  name: 'market/get-day-ticker',
  method: 'GET',
  path: '/api/v3/ticker/24hr',
  socketMethod: 'ticker.24hr',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: weightOfDay,
  summary: 'The last 24 hours of a pair, of several or of all',
  input: z.object({ symbol: optionalSymbol, symbols: optionalSymbols, type }),
  data: z.union([rows(fullOfDay), rows(mini)]),
});
const tradingDay = defineEndpoint({
  name: 'market/get-trading-day-ticker',
  method: 'GET',
  path: '/api/v3/ticker/tradingDay',
  socketMethod: 'ticker.tradingDay',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: weightOfWindows,
  summary: 'The day of pairs since midnight in a time zone',
  input: z.object({
    symbol: optionalSymbol,
    symbols: optionalSymbolsUpTo(WINDOW_SYMBOLS_MAX),
    timeZone,
    type,
  }),
  data: z.union([rows(full), rows(mini)]),
});

const MINUTE_S = 60;
const UNITS_S = { m: MINUTE_S, h: 60 * MINUTE_S, d: 1440 * MINUTE_S } as const;
/** Minutes to 59, hours to 23, days to 7. The result is in seconds. */
const windowSize = blankIsAbsent(
  z
    .string()
    .regex(/^([1-9]|[1-5]\d)m$|^([1-9]|1\d|2[0-3])h$|^[1-7]d$/, '1m to 59m, 1h to 23h or 1d to 7d')
    .default('1d')
    .transform((text) => Number(text.slice(0, -1)) * UNITS_S[text.at(-1) as keyof typeof UNITS_S]),
);
const rolling = defineEndpoint({
  name: 'market/get-rolling-ticker',
  method: 'GET',
  path: '/api/v3/ticker',
  socketMethod: 'ticker',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: weightOfWindows,
  summary: 'The last minutes, hours or days of pairs. The window begins with a minute',
  input: z.object({
    symbol: optionalSymbol,
    symbols: optionalSymbolsUpTo(WINDOW_SYMBOLS_MAX),
    windowSize,
    type,
  }),
  data: z.union([rows(full), rows(mini)]),
});

const price = defineEndpoint({
  name: 'market/get-price',
  method: 'GET',
  path: '/api/v3/ticker/price',
  socketMethod: 'ticker.price',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: weightOfPrices,
  summary: 'The price of the last trade of a pair, of several or of all',
  input: z.object({ symbol: optionalSymbol, symbols: optionalSymbols }),
  data: rows(z.object({ symbol: z.string(), price: decimalText })),
});
const book = defineEndpoint({
  name: 'market/get-best-quotes',
  method: 'GET',
  path: '/api/v3/ticker/bookTicker',
  socketMethod: 'ticker.book',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: weightOfPrices,
  summary: 'The best bid and ask of a pair, of several or of all; zeros on an empty side',
  input: z.object({ symbol: optionalSymbol, symbols: optionalSymbols }),
  data: rows(z.object({ symbol: z.string(), ...bestQuotes })),
});
const average = defineEndpoint({
  name: 'market/get-average-price',
  method: 'GET',
  path: '/api/v3/avgPrice',
  socketMethod: 'avgPrice',
  security: 'none',
  refusals: ['market/unknown-pair'],
  weight: 2,
  summary: 'The average price of the last five minutes; the last price if nothing was traded in them',
  input: z.object({ symbol }),
  /** `closeTime` is that of the last trade, 0 before the first. */
  data: z.object({ mins: z.literal(5), price: decimalText, closeTime: whole }),
});

export const tickers = [average, day, tradingDay, price, book, rolling] as const;
