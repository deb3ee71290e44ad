/** The server's definition of the product wallet: postings and balances. */
import { USER_WALLETS, WALLET, type Exchange } from '@glasshouse/core';
import { formatDecimal, formatFixed } from '@glasshouse/money';
import type { BalanceRow } from '@glasshouse/protocol/wallet';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { checkTotals } from '../../pipeline/totals.ts';
import type { Feature } from '../../contract/feature.ts';
import type { AccountRow, Product } from '../../contract/product.ts';
import { COOLING_MS } from './addresses.ts';
import { capitalCommands, treasuryHandlers } from './capital.ts';
import { checkCosts } from './cost-projection.ts';
import { commissionTotals, postingTotals } from './projection.ts';
import { countLedger } from './ledger-list.ts';
import { DayCloser } from './office/closes.ts';
import { ledgerHandlers } from './office/ledger.ts';
import { accountOpener } from './open-accounts.ts';
import { balanceEvents } from './program-events.ts';
import { walletEndpoints } from './programs/endpoints.ts';
import { balancesOf } from './office/people.ts';
import { postingRowOf, readLastPostings } from './queries.ts';
import { checkHouseDays, checkStatementDays } from './statement-projection.ts';
import { walletHandlers } from './routes.ts';

const HOUR_MS = 3_600_000;
const COMMISSIONS = `select owner, asset, sum(available + frozen) as units
  from postings where owner >= ${USER_OWNER_MIN} and reason = 'referral' group by owner, asset`;

const NOTHING_ADDED: readonly never[] = [];
const KINDS = `select owner, wallet, asset, reason, count(*) as postings
  from postings where owner >= ${USER_OWNER_MIN} group by owner, wallet, asset, reason`;

const product: Product<'wallet'> = {
  rank: 1,
  changedRow: (catalogue, event) => (event.type === 'posting' ? rowOf(catalogue, event) : null),
  addedRows: (catalogue, { event, seq, ordinal, timeMs }, isHeard) => {
    if (event.type !== 'posting' || !isHeard(event.owner)) return NOTHING_ADDED;
    return [[event.owner, postingRowOf(catalogue, { ...event, seq, ordinal, time_ms: timeMs })]];
  },
  openRows: (catalogue, owner) =>
    USER_WALLETS.flatMap((wallet) =>
      catalogue.exchange.assets.map(({ asset }) => rowOf(catalogue, { owner, wallet, asset })),
    ),
  crossChecks: async (session, exchange) => [
    await checkPostings(session, exchange),
    await checkOtherSides(session),
    await checkTotals(session, postingTotals, { of: 'postings', rows: KINDS }),
    await checkStatementDays(session),
    await checkHouseDays(session, exchange),
    await checkCosts(session, exchange),
    await checkTotals(session, commissionTotals, { of: 'commissions', rows: COMMISSIONS }),
  ],
  openName: 'balances',
  openLines: balanceLines,
  risk: null,
  recordCounts: countLedger,
};

export const feature = {
  gives: ['wallet'],
  open: (ports) => {
    const { config, database, sequencer, catalogue } = ports;
    const isDemo = config.mode === 'demo';
    const closer = new DayCloser(ports);
    return {
      calls: {
        ...walletHandlers(ports),
        ...ledgerHandlers(ports),
        ...treasuryHandlers(ports),
        'people/get-balances': balancesOf(ports),
      },
      start: async () => closer.start(),
      keepUp: () => closer.look(),
      endpoints: walletEndpoints(ports),
      programEvents: balanceEvents(catalogue),
      gives: {
        wallet: {
          openAccounts: accountOpener({ database, sequencer, catalogue, isDemo }),
          lastPostings: (owner, options) => readLastPostings(ports, owner, options),
          addressHours: COOLING_MS / HOUR_MS,
        },
      },
      commands: capitalCommands(ports),
    };
  },
  product,
} satisfies Feature<'wallet' | 'ledger' | 'treasury'>;

/** The current balance. */
function rowOf(
  catalogue: Catalogue,
  { owner, wallet, asset }: { readonly owner: number; readonly wallet: number; readonly asset: number },
): AccountRow<BalanceRow> {
  const { code, decimals } = catalogue.assetAt(asset);
  const { available, frozen } = catalogue.exchange.balance(owner, wallet, asset);
  return {
    id: `${wallet}:${asset}`,
    row: {
      account: wallet,
      currency: code,
      available: formatDecimal(available, decimals),
      frozen: formatDecimal(frozen, decimals),
    },
  };
}

function balanceLines(catalogue: Catalogue, owner: number): string[] {
  const walletNames = new Map<number, string>(Object.entries(WALLET).map(([name, wallet]) => [wallet, name]));
  const lines: string[] = [];
  catalogue.exchange.forEachAccount((account) => {
    if (account.owner !== owner) return;
    const { code, decimals } = catalogue.assetAt(account.asset);
    const available = formatFixed(account.available, decimals);
    const frozen = formatFixed(account.frozen, decimals);
    lines.push(
      `balance   ${walletNames.get(account.wallet)} ${code}: ${available} available, ${frozen} frozen`,
    );
  });
  return lines;
}

async function checkPostings(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ account: string; available: string; frozen: string }>(
    // As text, because a corrupted sum may be any number.
    `select owner || '/' || wallet || '/' || asset as account, sum(available)::text as available, sum(frozen)::text as frozen
     from postings group by owner, wallet, asset`,
  );
  const sums = new Map(rows.map((row) => [row.account, `${row.available} + ${row.frozen}`]));
  const differences: string[] = [];
  let accounts = 0;
  exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) => {
    const name = `${owner}/${wallet}/${asset}`;
    const sum = sums.get(name) ?? '0 + 0';
    if (sum !== `${available} + ${frozen}`)
      differences.push(`${name} holds ${available} + ${frozen}, postings say ${sum}`);
    sums.delete(name);
    accounts++;
  });
  for (const [name, sum] of sums)
    if (sum !== '0 + 0') differences.push(`${name} has postings of ${sum}, and no account`);
  return finding('postings sum to the balances, account by account', `${accounts} accounts`, differences);
}

/**
 * The postings of one commit sum to zero per asset; all commands of a commit have its time. Amounts
 * brought forward, and users' postings before them, have only one sum.
 */
async function checkOtherSides(session: Session): Promise<Finding> {
  const { rows } = await session.query<{ groups: number; wrong: number; named: string | null }>(
    `with begin as (select coalesce(max(seq), 0) as seq from postings where ordinal < 0),
     sums as (
       select case when p.seq <= b.seq then 0 else p.time_ms end as moment, asset, sum(available + frozen) as units
       from postings p cross join begin b group by 1, 2
     )
     select count(*) as groups, count(*) filter (where units <> 0) as wrong,
       (array_agg(moment || ': ' || units || ' units of asset ' || asset) filter (where units <> 0))[1] as named
     from sums`,
  );
  const { groups, wrong, named } = rows[0] ?? { groups: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? `time ${named ?? ''}` : 'more'));
  return finding('every posting has its other side, commit by commit', `${groups} sums`, differences);
}
