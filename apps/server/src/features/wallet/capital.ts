/** The operator's commands for the house's own money: the treasury, the fees and each reserve. */
import { CAPITAL, WALLET } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';

/** Amounts as decimals. */
export interface CapitalRow {
  readonly account: string;
  readonly coin: string;
  readonly available: string;
  /** What the house has promised. */
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
    'capital/move': (asked: CapitalMove): Promise<CapitalAnswer> => move(parts, asked),
  };
}

function list({ catalogue }: Ports): CapitalRow[] {
  const { exchange } = catalogue;
  return Object.entries(CAPITAL).flatMap(([account, owner]) =>
    exchange.assets.flatMap(({ asset, code, decimals }) => {
      const { available, frozen } = exchange.balance(owner, WALLET.house, asset);
      if (available === 0 && frozen === 0) return [];
      const amounts = {
        available: formatDecimal(available, decimals),
        frozen: formatDecimal(frozen, decimals),
      };
      return [{ account, coin: code, ...amounts }];
    }),
  );
}

async function move({ catalogue, sequencer, log }: Ports, asked: CapitalMove): Promise<CapitalAnswer> {
  const { from, to, coin, amount } = asked;
  const names = Object.keys(CAPITAL);
  const unknown = [from, to].find((name) => !names.includes(name));
  if (unknown !== undefined) return { problem: `${unknown} is none of ${names.join(', ')}` };
  const asset = catalogue.exchange.assets.find(({ code }) => code === coin);
  if (asset === undefined) return { problem: `there is no coin ${coin}` };
  const units = parseDecimal(amount, asset.decimals);
  if (typeof units !== 'number') return { problem: `${amount} is no amount of ${coin}` };
  const command = {
    type: 'move-capital',
    from: CAPITAL[from]!,
    to: CAPITAL[to]!,
    asset: asset.asset,
    amount: units,
  } as const;
  const { error } = await sequencer.submit(command, { owner: PLATFORM_OWNER });
  if (error === null) log.warn({ ...asked }, 'an operator has moved capital of the house');
  return { problem: error };
}
