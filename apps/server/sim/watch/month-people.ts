/**
 * Who lives in the month: honest people, also those who look suspicious, and what is planted. They
 * know the published limits, as everybody does, and none of the watch's numbers.
 */
import type { Side } from '@glasshouse/core';
import { BUY, DAYS, PUBLISHED, SELL, type MonthWorld } from './month-world.ts';

export interface Planted {
  readonly kind: 'wash-trade' | 'ring' | 'structuring';
  readonly accounts: readonly number[];
}
export interface Month {
  readonly honest: readonly number[];
  readonly planted: readonly Planted[];
}

const COUNTS = {
  occasional: 450,
  day: 170,
  friends: 100,
  families: 60,
  withdrawers: 70,
  savers: 60,
  deals: 20,
};
const PLANTED = { wash: 45, rings: 30, structurers: 45 };

export function populate(world: MonthWorld): Month {
  const honest = [
    ...times(COUNTS.occasional, () => occasional(world)),
    ...times(COUNTS.day, () => dayTrader(world)),
    ...times(COUNTS.friends, () => friends(world)).flat(),
    ...times(COUNTS.families, (family) => familyOf(world, family)).flat(),
    ...times(COUNTS.withdrawers, () => withdrawer(world)),
    ...times(COUNTS.savers, () => saver(world)),
    ...times(COUNTS.deals, () => deal(world)).flat(),
  ];
  const planted = [
    ...times(PLANTED.wash, () => washPair(world)),
    ...times(PLANTED.rings, () => ring(world)),
    ...times(PLANTED.structurers, () => structurer(world)),
  ];
  return { honest, planted };
}

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const anySide = ({ chance }: MonthWorld): Side => (chance.percent(50) ? BUY : SELL);
const between = ({ chance }: MonthWorld, low: number, high: number): number =>
  low + chance.below(high - low + 1);
/** A moment of the month, or of the days from `from` on. */
const moment = ({ chance }: MonthWorld, from = 0, days = DAYS - from): number =>
  from + (chance.below(100_000) / 100_000) * days;

/** As people trade: some wait in the book, others take. */
function trade(world: MonthWorld, user: number, usdt: number): void {
  if (world.chance.percent(50)) world.rest(user, anySide(world), usdt);
  else world.take(user, anySide(world), usdt);
}

function tradesAWhile(world: MonthWorld, user: number, count: number): void {
  for (let i = 0; i < count; i++) world.at(moment(world), () => trade(world, user, world.sum(20, 3_000)));
}

function occasional(world: MonthWorld): number {
  const user = world.user();
  tradesAWhile(world, user, between(world, 0, 12));
  for (const kind of ['deposit', 'withdrawal'] as const)
    if (world.chance.percent(60)) world.at(moment(world), () => world.move(kind, user, world.sum(50, 8_000)));
  return user;
}

function dayTrader(world: MonthWorld): number {
  const user = world.user();
  tradesAWhile(world, user, between(world, 60, 300));
  return user;
}

/** One has invited the other; they trade the same pair in the same hours, for and against. */
function friends(world: MonthWorld): number[] {
  const both = [world.user(), world.user()];
  world.invite(both[0]!, both[1]!);
  for (let evening = 0; evening < between(world, 3, 12); evening++) {
    const begin = moment(world, 0, DAYS - 1);
    for (let i = 0; i < between(world, 4, 20); i++)
      world.at(begin + moment(world, 0, 0.08), () =>
        trade(world, world.chance.pick(both), world.sum(20, 2_000)),
      );
  }
  return both;
}

/** Two to four behind one router, some with one computer for all. */
function familyOf(world: MonthWorld, family: number): number[] {
  const device = world.chance.percent(40) ? `computer ${family}` : undefined;
  const members = times(between(world, 2, 4), () => world.user(`router ${family}`, device));
  for (const member of members) tradesAWhile(world, member, between(world, 5, 60));
  return members;
}

/** Takes out large sums, often round ones, also near a limit by chance. */
function withdrawer(world: MonthWorld): number {
  const user = world.user();
  tradesAWhile(world, user, between(world, 10, 80));
  for (let i = 0; i < between(world, 2, 14); i++)
    world.at(moment(world), () => {
      const sum = world.sum(300, 45_000);
      const round = world.chance.percent(50) ? Math.ceil(sum / 500) * 500 : sum;
      world.move(world.chance.percent(75) ? 'withdrawal' : 'deposit', user, round);
    });
  return user;
}

/** Puts the same in each week and hardly trades; some take all of it out once. */
function saver(world: MonthWorld): number {
  const user = world.user();
  const monthly = world.sum(100, 5_000);
  const begin = world.chance.below(7);
  for (let day = begin; day < DAYS; day += 7) {
    world.at(day + moment(world, 0, 0.5), () => world.move('deposit', user, monthly));
    if (world.chance.percent(50)) world.at(day + 0.6, () => world.take(user, BUY, monthly));
  }
  if (world.chance.percent(30))
    world.at(moment(world, 20), () => world.move('withdrawal', user, monthly * 2));
  return user;
}

/** One sells to the other, always this way, as a friend who gives coins up for another's money. */
function deal(world: MonthWorld): number[] {
  const both = [world.user(), world.user()];
  world.invite(both[0]!, both[1]!);
  const begin = moment(world, 0, DAYS - 3);
  for (let i = 0; i < between(world, 5, 14); i++)
    world.at(moment(world, begin, 3), () => pass(world, both[0]!, both[1]!, world.sum(50, 2_000)));
  for (const user of both) tradesAWhile(world, user, between(world, 0, 10));
  return both;
}

/** Two accounts of one person, on one browser or not, with some honest trades as a cover. */
function washPair(world: MonthWorld): Planted {
  const [network, device] = world.chance.percent(50) ? [`den ${world.chance.below(1e9)}`, undefined] : [];
  const accounts = [world.user(network, device), world.user(network, device)];
  const [a = 0, b = 0] = accounts;
  const size = world.sum(60, 3_000);
  const rounds = between(world, 4, 14);
  const begin = moment(world, 0, DAYS - 3);
  const days = 0.2 + moment(world, 0, 2);
  for (let i = 0; i < rounds; i++) {
    const when = begin + (days * i) / rounds;
    const usdt = size * (0.8 + world.chance.below(41) / 100);
    world.at(when, () => pass(world, a, b, usdt));
    world.at(when + moment(world, 0.001, days / rounds / 2), () => pass(world, b, a, usdt));
  }
  cover(world, accounts, { begin, days, usdt: rounds * size });
  return { kind: 'wash-trade', accounts };
}

/** Some trades with whoever is there, worth at most about half of the planted ones. */
function cover(
  world: MonthWorld,
  accounts: readonly number[],
  { begin, days, usdt }: { readonly begin: number; readonly days: number; readonly usdt: number },
): void {
  for (const account of accounts)
    for (let i = 0; i < between(world, 0, 5); i++)
      world.at(moment(world, begin, days), () =>
        trade(world, account, (usdt * world.chance.below(200)) / 1_000),
      );
}

/** One offers, the other takes it at once. The careless offer at the index, where others are. */
// oxlint-disable-next-line max-params -- Read as a sentence in tests.
function pass(world: MonthWorld, from: number, to: number, usdt: number): void {
  if (world.chance.percent(20)) world.rest(from, SELL, usdt, 1);
  else if (!world.offerBest(from, usdt)) return;
  world.take(to, BUY, usdt);
}

function ring(world: MonthWorld): Planted {
  const accounts = times(between(world, 3, 5), () => world.user());
  const size = world.sum(80, 2_500);
  const rounds = between(world, 3, 9);
  const begin = moment(world, 0, DAYS - 4);
  const days = 0.2 + moment(world, 0, 3);
  for (let i = 0; i < rounds; i++)
    for (const [at, from] of accounts.entries()) {
      const to = accounts[(at + 1) % accounts.length]!;
      const when = begin + (days * (i + at / accounts.length)) / rounds;
      world.at(when, () => pass(world, from, to, size * (0.9 + world.chance.below(21) / 100)));
    }
  cover(world, accounts, { begin, days, usdt: rounds * size });
  return { kind: 'ring', accounts };
}

/** Stays below a limit by a habit of their own, with some other moves between. */
function structurer(world: MonthWorld): Planted {
  const user = world.user();
  const limit = world.chance.pick(PUBLISHED);
  const kind = world.chance.percent(60) ? 'withdrawal' : 'deposit';
  const habit = 1 + world.chance.below(110) / 10;
  const begin = moment(world, 0, DAYS - 6);
  const days = 1 + moment(world, 0, 4);
  const moves = between(world, 4, 9);
  for (let i = 0; i < moves; i++)
    world.at(begin + (days * i) / moves, () => {
      const margin = habit * (0.7 + world.chance.below(61) / 100);
      world.move(kind, user, Math.floor(limit * (1 - margin / 100)));
    });
  for (let i = 0; i < between(world, 0, 3); i++)
    world.at(moment(world), () => world.move(kind, user, world.sum(20, limit / 2)));
  return { kind: 'structuring', accounts: [user] };
}
