/** The calls of every product of fixed terms: its offers, a purchase, its orders, their file. */
import * as z from 'zod';
import { defineCall } from './call.ts';
import { csvText, listed, listPage, nothing, optionalId, optionalWhole, timeRange } from './fields.ts';
import { fixedTermFaults } from './fixed-term-refusals.ts';
import { fixedTermOffers, fixedTermPurchase } from './fixed-term-shapes.ts';
import { stateWords, type FixedTermStates } from './fixed-term-states.ts';

interface Described<F extends string, Row extends z.ZodType> {
  readonly feature: F;
  /** The first part of its paths. */
  readonly root: string;
  readonly states: FixedTermStates;
  /** A row of `get-orders`. */
  readonly row: Row;
  /** What it calls its orders. */
  readonly orders: string;
  readonly summaries: { readonly offers: string; readonly buy: string };
}

export function fixedTermCalls<const F extends string, Row extends z.ZodType>(described: Described<F, Row>) {
  const { feature, root, row, orders, summaries } = described;
  // States that are listed as another one come last.
  const listedStates = Object.entries(described.states).filter(([, { listedAs }]) => listedAs === undefined);
  const numbers = listedStates.map(([name], number) => `${number} ${stateWords(name)}`).join(', ');
  const filter = { status: optionalWhole(0, listedStates.length - 1), id: optionalId };
  return {
    getOffers: defineCall({
      name: `${feature}/get-offers`,
      path: `/${root}/getOffers`,
      access: 'public',
      summary: summaries.offers,
      input: nothing,
      data: fixedTermOffers,
    }),
    buy: defineCall({
      name: `${feature}/buy`,
      grows: 'orders',
      path: `/${root}/buy`,
      access: 'user',
      movesMoney: true,
      operation: 'invest',
      refusals: fixedTermFaults(feature),
      summary: summaries.buy,
      input: z.object(fixedTermPurchase),
      data: z.object({ id: z.string() }),
    }),
    getOrders: defineCall({
      name: `${feature}/get-orders`,
      path: `/${root}/getOrders`,
      access: 'user',
      summary: `The user's ${orders}, newest first. status ${numbers}`,
      input: z.object({ ...filter, ...listPage(2) }),
      data: listed(row).extend({
        /** How many orders have each state. */
        counts: z.array(z.number().int()),
      }),
    }),
    exportOrders: defineCall({
      name: `${feature}/export-orders`,
      path: `/${root}/exportOrders`,
      access: 'user',
      download: 'text/csv',
      summary: `The user's ${orders}, newest first, as a file`,
      input: z.object({ ...filter, ...timeRange }),
      data: csvText,
    }),
  };
}
