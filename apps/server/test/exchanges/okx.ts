/** The public part of OKX's API: markets, books, candles. */
import type { Dialect, Levels, LocalBook, LocalPair } from './dialect.ts';

const STEP_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1Dutc': 86_400_000,
  '1D': 86_400_000,
};
/** It gives no more at once, whatever is asked for. */
const CANDLES_MAX = 100;

const idOf = ({ base, quote }: LocalPair): string => `${base}-${quote}`;
const enveloped = (data: unknown) => ({ code: '0', msg: '', data });
const levels = (side: Levels) => side.map(([price, amount]) => [price, amount, '0', '1']);

const instrumentOf = (pair: LocalPair) => ({
  instType: 'SPOT',
  instId: idOf(pair),
  baseCcy: pair.base,
  quoteCcy: pair.quote,
  lotSz: '0.00000001',
  minSz: '0.00001',
  tickSz: '0.00000001',
  state: 'live',
  lever: '',
  ctVal: '',
});

const said = (book: LocalBook, [bids, asks]: readonly [Levels, Levels], previous: number) => ({
  bids: levels(bids),
  asks: levels(asks),
  ts: String(book.timeMs),
  seqId: book.id,
  prevSeqId: previous,
});

const framed = (book: LocalBook, action: 'snapshot' | 'update', data: unknown) => ({
  arg: { channel: 'books', instId: idOf(book.pair) },
  action,
  data: [data],
});

export const okx: Dialect = {
  idOf,
  get: (url, market) => {
    const { pathname, searchParams: query } = url;
    if (pathname === '/api/v5/public/instruments') return enveloped(market.pairs.map(instrumentOf));
    if (!/^\/api\/v5\/market\/(history-)?candles$/.test(pathname)) return undefined;
    const stepMs = STEP_MS[query.get('bar') ?? ''] ?? 60_000;
    const [before, after] = [Number(query.get('before') ?? 0), Number(query.get('after') ?? Date.now())];
    const candles = market.candlesOf(query.get('instId') ?? '', {
      stepMs,
      fromMs: before + 1,
      untilMs: after,
    });
    // Newest first, and of the range its newest.
    return enveloped(
      candles
        .slice(-CANDLES_MAX)
        .toReversed()
        .map(([openMs, ...prices]) => [String(openMs), ...prices.map(String), '12.5', '12.5', '1000', '1']),
    );
  },
  hear: (message, market) => {
    const { op, args } = message as { op: string; args: readonly { channel: string; instId: string }[] };
    if (op !== 'subscribe') return { answers: [], ids: [] };
    const books = args.flatMap(({ instId }) => market.bookOf(instId) ?? []);
    const answers = books.flatMap((book) => [
      { event: 'subscribe', arg: { channel: 'books', instId: idOf(book.pair) } },
      framed(book, 'snapshot', said(book, [book.bids, book.asks], -1)),
    ]);
    return { answers, ids: books.map(({ pair }) => idOf(pair)) };
  },
  update: (book) => framed(book, 'update', said(book, [book.changedBids, book.changedAsks], book.id - 1)),
};
