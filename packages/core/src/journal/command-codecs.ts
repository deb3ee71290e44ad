/**
 * How each command is written to the journal, complete by type: a new command does not compile until it is here.
 *
 * A code names a command's type and the shape it was written in. Records are kept for ever, so a code never changes its meaning: a
 * command that gains a field is written with a new code, and the reader of the old one stays and fills in what the field meant before.
 */
import type { Command, CommandType, DefineFeeTiers, DefineSecondsContract } from '../commands.ts';
import type { JournalReader } from './journal-reader.ts';
import { ORDER_CODECS } from './order-codecs.ts';
import { RULE_FEATURES } from '../rules.ts';
import { REASONS, type Codec, type CommandOf } from './codec.ts';

export const CODECS: { readonly [T in CommandType]: Codec<CommandOf<T>> } = {
  'set-rules': {
    write: (out, { feature, version }) => {
      out.byte(27);
      out.number(placeIn(RULE_FEATURES, feature));
      out.number(version);
    },
    read: {
      27: (input) => ({
        type: 'set-rules',
        feature: oneOf(RULE_FEATURES, input.number()),
        version: input.number(),
      }),
    },
  },
  'process-due': {
    write: (out, { limit }) => {
      out.byte(28);
      out.number(limit);
    },
    read: {
      28: (input) => ({ type: 'process-due', limit: input.number() }),
    },
  },
  'define-asset': {
    write: (out, { asset, code, decimals }) => {
      out.byte(1);
      out.number(asset);
      out.text(code);
      out.number(decimals);
    },
    read: {
      1: (input) => ({
        type: 'define-asset',
        asset: input.number(),
        code: input.text(),
        decimals: input.number(),
      }),
    },
  },
  'define-market': {
    write: (out, command) => {
      out.byte(2);
      out.number(command.market);
      out.number(command.base);
      out.number(command.quote);
      out.number(command.priceDecimals);
      out.number(command.lotDecimals);
      out.number(command.indexDecimals);
      out.number(command.makerFeePpm);
      out.number(command.takerFeePpm);
      out.number(command.minNotional);
      out.number(command.maxNotional);
      out.number(command.limitBandPpm);
      out.number(command.marketBandPpm);
      out.number(command.maxOpenOrders);
    },
    read: {
      2: (input) => ({
        type: 'define-market',
        market: input.number(),
        base: input.number(),
        quote: input.number(),
        priceDecimals: input.number(),
        lotDecimals: input.number(),
        indexDecimals: input.number(),
        makerFeePpm: input.number(),
        takerFeePpm: input.number(),
        minNotional: input.number(),
        maxNotional: input.number(),
        limitBandPpm: input.number(),
        marketBandPpm: input.number(),
        maxOpenOrders: input.number(),
      }),
    },
  },
  'define-seconds-contract': {
    write: (out, command) => {
      out.byte(26);
      out.number(command.market);
      out.number(command.feeRatePpm);
      out.number(command.maxPositions);
      out.number(command.maxUserStake);
      out.number(command.maxOpenStake);
      out.list(command.durations.flatMap((d) => [d.seconds, d.profitRatePpm, d.minStake, d.maxStake]));
    },
    read: {
      3: (input) => ({
        type: 'define-seconds-contract',
        market: input.number(),
        feeRatePpm: input.number(),
        maxPositions: input.number(),
        maxUserStake: 0,
        maxOpenStake: 0,
        durations: durationsOf(input.list()),
      }),
      26: (input) => ({
        type: 'define-seconds-contract',
        market: input.number(),
        feeRatePpm: input.number(),
        maxPositions: input.number(),
        maxUserStake: input.number(),
        maxOpenStake: input.number(),
        durations: durationsOf(input.list()),
      }),
    },
  },
  'open-account': {
    write: (out, { owner }) => {
      out.byte(4);
      out.number(owner);
    },
    read: {
      4: (input) => ({ type: 'open-account', owner: input.number() }),
    },
  },
  issue: {
    write: (out, { owner, wallet, asset, amount, reason }) => {
      out.byte(5);
      out.number(owner);
      out.number(wallet);
      out.number(asset);
      out.number(amount);
      out.number(placeIn(REASONS, reason));
    },
    read: {
      5: (input) => ({
        type: 'issue',
        owner: input.number(),
        wallet: input.number(),
        asset: input.number(),
        amount: input.number(),
        reason: oneOf(REASONS, input.number()),
      }),
    },
  },
  transfer: {
    write: (out, { owner, from, to, asset, amount }) => {
      out.byte(6);
      out.number(owner);
      out.number(from);
      out.number(to);
      out.number(asset);
      out.number(amount);
    },
    read: {
      6: (input) => ({
        type: 'transfer',
        owner: input.number(),
        from: input.number(),
        to: input.number(),
        asset: input.number(),
        amount: input.number(),
      }),
    },
  },
  ...ORDER_CODECS,
  'set-market-status': {
    write: (out, { market, status }) => {
      out.byte(23);
      out.number(market);
      out.number(status);
    },
    read: {
      23: (input) => ({ type: 'set-market-status', market: input.number(), status: input.number() }),
    },
  },
  'define-fee-tiers': {
    write: (out, { asset, tiers }) => {
      out.byte(24);
      out.number(asset);
      out.list(tiers.flatMap((tier) => [tier.volume, tier.makerSharePpm, tier.takerSharePpm]));
    },
    read: {
      24: (input) => ({ type: 'define-fee-tiers', asset: input.number(), tiers: tiersOf(input.list()) }),
    },
  },
  'set-referrer': {
    write: (out, { owner, referrer, sharePpm }) => {
      out.byte(25);
      out.number(owner);
      out.number(referrer);
      out.number(sharePpm);
    },
    read: {
      25: (input) => ({
        type: 'set-referrer',
        owner: input.number(),
        referrer: input.number(),
        sharePpm: input.number(),
      }),
    },
  },
  'open-position': {
    write: (out, { owner, market, direction, stake, seconds }) => {
      out.byte(11);
      out.number(owner);
      out.number(market);
      out.number(direction);
      out.number(stake);
      out.number(seconds);
    },
    read: {
      11: (input) => ({
        type: 'open-position',
        owner: input.number(),
        market: input.number(),
        direction: input.number() as 1 | 2,
        stake: input.number(),
        seconds: input.number(),
      }),
    },
  },
  tick: {
    write: (out, { tick, tickMs, prices }) => {
      out.byte(12);
      out.number(tick);
      out.number(tickMs);
      out.list(prices);
    },
    read: {
      12: (input) => ({ type: 'tick', tick: input.number(), tickMs: input.number(), prices: input.list() }),
    },
  },
};

/** Readers by code; undefined where there is none. */
export const READERS: readonly (((input: JournalReader) => Command) | undefined)[] = readersByCode();

function readersByCode(): ((input: JournalReader) => Command)[] {
  const readers: ((input: JournalReader) => Command)[] = [];
  for (const { read } of Object.values<Codec<Command>>(CODECS as never))
    for (const [code, reader] of Object.entries(read)) {
      if (readers[Number(code)] !== undefined) throw new Error(`journal code ${code} is used twice`);
      readers[Number(code)] = reader;
    }
  return readers;
}

function durationsOf(values: readonly number[]): DefineSecondsContract['durations'] {
  if (values.length % 4 !== 0) throw new RangeError('part of a duration');
  return Array.from({ length: values.length / 4 }, (_, i) => ({
    seconds: values[4 * i]!,
    profitRatePpm: values[4 * i + 1]!,
    minStake: values[4 * i + 2]!,
    maxStake: values[4 * i + 3]!,
  }));
}

function tiersOf(values: readonly number[]): DefineFeeTiers['tiers'] {
  if (values.length % 3 !== 0) throw new RangeError('part of a tier');
  return Array.from({ length: values.length / 3 }, (_, i) => ({
    volume: values[3 * i]!,
    makerSharePpm: values[3 * i + 1]!,
    takerSharePpm: values[3 * i + 2]!,
  }));
}

/** Throws for a name that is not there: better no record than one that cannot be read. */
function placeIn<T extends string>(names: readonly T[], name: T): number {
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`the journal has no code for ${name}`);
  return index;
}

function oneOf<T extends string>(names: readonly T[], index: number): T {
  const name = names[index];
  if (name === undefined) throw new RangeError(`${index} where one of ${names.join()} is meant`);
  return name;
}
