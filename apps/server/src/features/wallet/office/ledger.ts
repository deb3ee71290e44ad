/** The calls of the ledger in the back office. */
import { FIRST_USER } from '@glasshouse/core';
import {
  isPermitted,
  isRefusal,
  type DataOf,
  type OperatorCallNamed,
  type Refusal,
} from '@glasshouse/protocol';
import { CLOSES_SHOWN, type LedgerStatementRow, type ResultRow } from '@glasshouse/protocol/wallet/office';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { Ports } from '../../../contract/ports.ts';
import { csvDownload, type CsvColumn, type CsvFile } from '../../../http/csv.ts';
import { callingOperator, type Caller, type FeatureHandlers } from '../../../http/handler.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import { decimalText } from '../../../values/exact-sums.ts';
import {
  chainAccount,
  houseOwner,
  trialBalanceOf,
  type TrialBalance,
  type TrialLine,
} from '../../../values/trial-balance.ts';
import { dayRangeOf, houseReport, type DayRange, type ReportRange } from '../house-report.ts';
import { dayStartMs, dayText } from '../statement-projection.ts';
import { CHAIN_NUMBERS } from '@glasshouse/protocol/funding';
import { readAccount, type StatementQuery } from './account-statement.ts';
import { lastClosedLines, readCloses, unbalanced } from './closes.ts';

/** Adding up passes over every account, so many readers share one sum. */
const KEPT_MS = 30_000;

/** Networks are called by their names. */
const NETWORKS: ReadonlyMap<string, string> = new Map(
  Object.entries(CHAIN_NUMBERS).map(([name, chain]) => [chainAccount(chain), name]),
);
const accountOf = (name: string): string =>
  [...NETWORKS].find(([, network]) => network === name)?.[0] ?? name;

type Moment = TrialBalance & { readonly seq: number; readonly time: number };
type Shown = DataOf<OperatorCallNamed<'ledger/get-trial-balance'>>;

export function ledgerHandlers(parts: Ports): FeatureHandlers<'ledger'> {
  const { database, catalogue } = parts;
  const momentNow = sharedMoments(parts);
  return {
    'ledger/get-trial-balance': async () => {
      const [moment, closed] = await Promise.all([momentNow(), lastClosedLines(database)]);
      return shownOf(catalogue, moment, closed);
    },
    'ledger/get-closes': async () => {
      const closes = await readCloses(database, CLOSES_SHOWN);
      return {
        list: closes.map(({ day, closedMs: time, seq, journal, accounts, unbalanced: assets }) => ({
          day: dayText(day),
          time,
          seq,
          journal,
          accounts,
          unbalanced: assets.map((asset) => catalogue.assetAt(asset).code),
        })),
      };
    },
    'ledger/get-results': async (asked) => {
      const range = rangeOf(asked);
      if (isRefusal(range)) return range;
      const { results, promised } = await houseReport(parts, range);
      return {
        list: resultRows(results),
        owed: promised.map(({ coin: currency, ...owed }) => ({ currency, ...owed })),
      };
    },
    'ledger/export-results': async (asked) => {
      const range = rangeOf(asked);
      if (isRefusal(range)) return range;
      const { results } = await houseReport(parts, range);
      return fileOf('results', range, { columns: RESULT_COLUMNS, rows: resultRows(results) });
    },
    'ledger/get-account': async (asked, caller) => {
      const query = await queryOf(parts, asked, caller);
      if (isRefusal(query)) return query;
      await parts.operators.note(caller, { act: 'ledger/get-account', ...lookOf(asked) });
      return readAccount(parts, query);
    },
    'ledger/export-account': async (asked, caller) => {
      const query = await queryOf(parts, asked, caller);
      if (isRefusal(query)) return query;
      await parts.operators.note(caller, { act: 'ledger/export-account', ...lookOf(asked) });
      const { list } = await readAccount(parts, query);
      return fileOf(`account-${asked.account}`, query, { columns: STATEMENT_COLUMNS, rows: list });
    },
  };
}

/** The sums of one moment, for all readers of half a minute. */
function sharedMoments({ sequencer, pipeline }: Ports): () => Promise<Moment> {
  let kept: { readonly moment: Promise<Moment>; readonly madeMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (kept !== null && nowMs - kept.madeMs <= KEPT_MS) return kept.moment;
    const moment = sequencer.read(() => ({
      ...trialBalanceOf(pipeline.exchange),
      seq: pipeline.position.seq,
      time: pipeline.exchange.timeMs,
    }));
    kept = { moment, madeMs: nowMs };
    // After a failure the next reader tries again.
    moment.catch(() => (kept = null));
    return moment;
  };
}

function shownOf(catalogue: Catalogue, moment: Moment, closed: readonly TrialLine[] | null): Shown {
  const { seq, time, lines } = moment;
  const nameOf = ({ group, account, asset }: TrialLine): string => `${asset}/${group}/${account}`;
  const before = new Map(closed?.map((line) => [nameOf(line), line.available + line.frozen]));
  const left = unbalanced(lines);
  const coins = catalogue.exchange.assets.map((asset) => ({
    ...asset,
    ofAsset: lines.filter((line) => line.asset === asset.asset),
  }));
  return {
    seq,
    time,
    coins: coins
      .filter(({ ofAsset }) => ofAsset.length > 0)
      .map(({ asset, code: currency, decimals, ofAsset }) => {
        const text = (units: bigint): string => decimalText(units, decimals);
        return {
          currency,
          sum: text(left.get(asset) ?? 0n),
          balances: ofAsset.map((line) => {
            const { group, account, available, frozen } = line;
            const change = closed === null ? null : available + frozen - (before.get(nameOf(line)) ?? 0n);
            return {
              group,
              account: NETWORKS.get(account) ?? account,
              available: text(available),
              frozen: text(frozen),
              change: change === null ? null : text(change),
            };
          }),
        };
      }),
  };
}

function rangeOf(asked: ReportRange): DayRange | Refusal {
  const range = dayRangeOf(asked);
  return 'problem' in range ? invalidField(range.field, range.problem) : range;
}

interface AskedAccount extends ReportRange {
  readonly account: string;
  readonly currency?: string | undefined;
}

const lookOf = ({ account, from, to }: AskedAccount) => ({
  subject: /^\d/.test(account) ? `user ${account}` : `account ${account}`,
  detail: `${from} to ${to}`,
});

async function queryOf(
  { people }: Ports,
  asked: AskedAccount,
  caller: Caller,
): Promise<StatementQuery | Refusal> {
  const range = rangeOf(asked);
  if (isRefusal(range)) return range;
  const { account, currency } = asked;
  const isUser = /^\d/.test(account);
  // Who reads the books needs not see whose money it is.
  if (isUser && !isPermitted(callingOperator(caller).role, 'people/look'))
    return { error: 'operators/not-allowed' };
  const owner = isUser ? await userOf(people, Number(account)) : houseOwner(accountOf(account));
  if (owner === null) return { error: 'request/not-found', field: 'account' };
  return { ...range, owner, currency, language: caller.language };
}

const userOf = async (people: Ports['people'], user: number): Promise<number | null> =>
  user >= FIRST_USER && (await people.find(user)) !== null ? user : null;

const resultRows = (results: Awaited<ReturnType<typeof houseReport>>['results']): ResultRow[] =>
  results
    .map(({ coin: currency, ...row }) => ({ currency, ...row }))
    .toSorted((a, b) => b.day.localeCompare(a.day));

const RESULT_COLUMNS: readonly CsvColumn<ResultRow>[] = [
  { name: 'day', of: (row) => row.day },
  { name: 'product', of: (row) => row.product },
  { name: 'coin', of: (row) => row.currency },
  { name: 'fees', of: (row) => row.fees },
  { name: 'received', of: (row) => row.received },
  { name: 'paid', of: (row) => row.paid },
  { name: 'net', of: (row) => row.net },
];
const STATEMENT_COLUMNS: readonly CsvColumn<LedgerStatementRow>[] = [
  { name: 'day', of: (row) => row.day },
  { name: 'coin', of: (row) => row.currency },
  { name: 'reason', of: (row) => row.reason },
  { name: 'received', of: (row) => row.received },
  { name: 'paid', of: (row) => row.paid },
];

function fileOf<Row>(
  kind: string,
  { first, last }: DayRange,
  { columns, rows }: Pick<CsvFile<Row>, 'columns'> & { readonly rows: readonly Row[] },
) {
  const pages = (async function* onePage() {
    yield rows;
  })();
  const range = { startTime: dayStartMs(first), endTime: dayStartMs(last + 1) };
  return csvDownload({ kind, range, columns, pages });
}
