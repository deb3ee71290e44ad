/**
 * The operator's commands for the house's own money: the treasury, the fees, each reserve, and what
 * the market maker trades with.
 */
import { CAPITAL, WALLET, type Command } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { OperatorCallNamed, ParsedInputOf, Refusal } from '@glasshouse/protocol';
import { readableAmount } from '../../contract/messages.ts';
import type { ActPlan } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
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

export function capitalCommands(parts: Ports) {
  return {
    'capital/list': async (_input: null): Promise<readonly CapitalRow[]> => list(parts),
    'capital/report': async (asked: ReportRange): Promise<{ readonly problem: string } | HouseReport> => {
      const range = dayRangeOf(asked);
      return 'problem' in range ? { problem: `${range.field}: ${range.problem}` } : houseReport(parts, range);
    },
  };
}

export function treasuryHandlers(parts: Ports): FeatureHandlers<'treasury'> {
  return {
    'treasury/get-accounts': () =>
      parts.sequencer.read(() => ({
        list: list(parts).map(({ coin: currency, ...row }) => ({ currency, ...row })),
      })),
    'treasury/move-capital': parts.operators.act('treasury/move-capital', (asked) =>
      parts.sequencer.read(() => moveOf(parts, asked)),
    ),
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

type Asked = Pick<
  ParsedInputOf<OperatorCallNamed<'treasury/move-capital'>>,
  'from' | 'to' | 'currency' | 'amount'
>;

/** The journal does not tell who moved it: the log of operators does (R16.4). */
function moveOf(parts: Ports, { from, to, currency, amount }: Asked): ActPlan | Refusal {
  const unknown = (['from', 'to'] as const).find((end) => ownerOf({ from, to }[end]) === null);
  if (unknown !== undefined) return invalidField(unknown, 'not an account of the house');
  if (from === to) return invalidField('to', 'the same account');
  const trader = [from, to].find((name) => isTrader(name));
  if (trader !== undefined && ![from, to].includes('treasury'))
    return invalidField('to', 'the market maker trades with coins of the treasury alone');
  const asset = parts.catalogue.asset(currency);
  if (asset === undefined) return invalidField('currency', 'not a coin of the platform');
  const units = parseDecimal(amount, asset.decimals);
  if (typeof units !== 'number') return invalidField('amount', `at most ${asset.decimals} decimals`);
  if (units === 0) return { error: 'wallet/amount-missing', field: 'amount' };
  const [source, target] = [availableOf(parts, from, asset.asset), availableOf(parts, to, asset.asset)];
  if (source < units) return { error: 'wallet/insufficient-balance', field: 'amount' };
  const moved = { asset: asset.asset, amount: units };
  const command: Command =
    trader === undefined
      ? { type: 'move-capital', from: CAPITAL[from]!, to: CAPITAL[to]!, ...moved }
      : { type: 'fund-trader', owner: TRADERS[trader]!, ...moved, amount: trader === to ? units : -units };
  const text = (value: number): string =>
    `${readableAmount(formatDecimal(value, asset.decimals))} ${currency}`;
  return {
    subject: `${amount} ${currency} from ${from} to ${to}`,
    effect: [
      { what: `${from}, ${currency}`, before: text(source), after: text(source - units), isLive: true },
      { what: `${to}, ${currency}`, before: text(target), after: text(target + units), isLive: true },
    ],
    run: async () => {
      const { error } = await parts.sequencer.submit(command, { owner: PLATFORM_OWNER });
      return error === null ? null : { error };
    },
  };
}

const isTrader = (account: string): boolean => Object.hasOwn(TRADERS, account);
function ownerOf(account: string): number | null {
  if (isTrader(account)) return TRADERS[account]!;
  return Object.hasOwn(CAPITAL, account) ? CAPITAL[account]! : null;
}

/** What no promise holds. */
function availableOf({ catalogue }: Ports, account: string, asset: number): number {
  const wallet = isTrader(account) ? WALLET.exchange : WALLET.house;
  return catalogue.exchange.balance(ownerOf(account)!, wallet, asset).available;
}
