/**
 * The operator's commands for the house's own money: the treasury, the fees, each reserve, and what
 * the market maker trades with.
 */
import { CAPITAL, WALLET, type Command } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { TRADERS } from '../../values/platform-traders.ts';
import { dayRangeOf, houseReport, type HouseReport, type ReportRange } from './house-report.ts';

/** Amounts as decimals. */
export interface CapitalRow {
  readonly account: string;
  readonly coin: string;
  readonly available: string;
  /** What the house has promised, or its orders hold. */
  readonly frozen: string;
}

export interface CapitalMove {
  /** Names of accounts, as in the rows. */
  readonly from: string;
  readonly to: string;
  readonly coin: string;
  readonly amount: string;
  readonly operator: string;
}

/** What was wrong; null if it was moved. */
export type CapitalAnswer = { readonly problem: string | null };

export function capitalCommands(parts: Ports) {
  return {
    'capital/list': async (_input: null): Promise<readonly CapitalRow[]> => list(parts),
    'capital/report': async (asked: ReportRange): Promise<{ readonly problem: string } | HouseReport> => {
      const range = dayRangeOf(asked);
      return 'problem' in range ? { problem: `${range.field}: ${range.problem}` } : houseReport(parts, range);
    },
    'capital/move': (asked: CapitalMove): Promise<CapitalAnswer> => move(parts, asked),
  };
}

function list({ catalogue }: Ports): CapitalRow[] {
  const { exchange } = catalogue;
  const accounts = [
    ...Object.entries(CAPITAL).map(([account, owner]) => ({ account, owner, wallet: WALLET.house })),
    ...Object.entries(TRADERS).map(([account, owner]) => ({ account, owner, wallet: WALLET.exchange })),
  ];
  return accounts.flatMap(({ account, owner, wallet }) =>
    exchange.assets.flatMap(({ asset, code, decimals }) => {
      const { available, frozen } = exchange.balance(owner, wallet, asset);
      if (available === 0 && frozen === 0) return [];
      const amounts = {
        available: formatDecimal(available, decimals),
        frozen: formatDecimal(frozen, decimals),
      };
      return [{ account, coin: code, ...amounts }];
    }),
  );
}

/** In the log of operators before it is done (R16.4): the journal does not tell who moved it. */
async function move(
  { catalogue, sequencer, operators, log }: Ports,
  asked: CapitalMove,
): Promise<CapitalAnswer> {
  const { from, to, coin, amount } = asked;
  const names = [...Object.keys(CAPITAL), ...Object.keys(TRADERS)];
  const unknown = [from, to].find((name) => !names.includes(name));
  if (unknown !== undefined) return { problem: `${unknown} is none of ${names.join(', ')}` };
  const trader = [from, to].find((name) => name in TRADERS);
  if (trader !== undefined && ![from, to].includes('treasury'))
    return { problem: `${trader} trades with coins of the treasury alone` };
  const asset = catalogue.exchange.assets.find(({ code }) => code === coin);
  if (asset === undefined) return { problem: `there is no coin ${coin}` };
  const units = parseDecimal(amount, asset.decimals);
  if (typeof units !== 'number') return { problem: `${amount} is no amount of ${coin}` };
  const moved = { asset: asset.asset, amount: units };
  const command: Command =
    trader === undefined
      ? { type: 'move-capital', from: CAPITAL[from]!, to: CAPITAL[to]!, ...moved }
      : {
          type: 'fund-trader',
          owner: TRADERS[trader]!,
          ...moved,
          amount: trader === to ? units : -units,
        };
  await operators.record({
    operator: asked.operator,
    act: 'machine/treasury-move',
    subject: `${amount} ${coin}`,
    detail: `from ${from} to ${to}`,
  });
  const { error } = await sequencer.submit(command, { owner: PLATFORM_OWNER });
  if (error === null) log.warn({ ...asked }, 'an operator has moved capital of the house');
  return { problem: error };
}
