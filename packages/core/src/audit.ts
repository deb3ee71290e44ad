/**
 * Recomputes the invariants of the ledger from the state, each with its figures, then the
 * invariants of the features.
 */
import { formatDecimal } from '@glasshouse/money';
import { isOutside, WALLET } from './accounts.ts';
import type { FeatureObligations, Finding, Hold } from './contract/feature.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Registry } from './registry.ts';

interface Audited {
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly featureList: readonly {
    readonly escrows: readonly number[];
    readonly feature: { holds(): Iterable<Hold>; findings(): Finding[] };
  }[];
  obligations(): readonly FeatureObligations[];
}

export function audit(exchange: Audited): Finding[] {
  return [
    ...conservation(exchange),
    noNegatives(exchange),
    ...holdings(exchange),
    ...reserves(exchange),
    ...exchange.featureList.flatMap(({ feature }) => feature.findings()),
  ];
}

/** Per asset, all accounts sum to zero. The sum is a BigInt because a number could lose a unit. */
function conservation({ ledger, registry }: Audited): Finding[] {
  const sums = new Map<number, { sum: bigint; accounts: number }>();
  ledger.forEach(({ asset, available, frozen }) => {
    const entry = sums.get(asset) ?? { sum: 0n, accounts: 0 };
    entry.sum += BigInt(available) + BigInt(frozen);
    entry.accounts++;
    sums.set(asset, entry);
  });
  return registry.definedAssets().map(({ asset, code, decimals }) => {
    const { sum, accounts } = sums.get(asset) ?? { sum: 0n, accounts: 0 };
    const issued = formatDecimal(ledger.issued(asset), decimals);
    return {
      name: `${code}: all accounts sum to zero`,
      ok: sum === 0n,
      figures: `sum ${sum} over ${accounts} accounts, ${issued} came in`,
    };
  });
}

function noNegatives({ ledger }: Audited): Finding {
  let accounts = 0;
  const below: string[] = [];
  ledger.forEach(({ owner, wallet, asset, available, frozen }) => {
    accounts++;
    const mayBeBelow = isOutside(owner) && wallet === WALLET.house;
    const isWhole = Number.isSafeInteger(available) && Number.isSafeInteger(frozen);
    if (!isWhole || frozen < 0 || (available < 0 && !mayBeBelow)) below.push(`${owner}/${wallet}/${asset}`);
  });
  return {
    name: 'nothing below zero',
    ok: below.length === 0,
    figures: below.length === 0 ? `${accounts} accounts` : `below zero: ${below.slice(0, 10).join(', ')}`,
  };
}

/** What is frozen in a reserve equals what its feature may owe at most. */
function reserves(exchange: Audited): Finding[] {
  const { ledger, registry } = exchange;
  const findings: Finding[] = [];
  for (const { feature, reserve, list } of exchange.obligations()) {
    const owed = new Map(list.map(({ asset, owedAtMost }) => [asset, owedAtMost]));
    ledger.forEach(({ owner, asset, available, frozen }) => {
      if (owner !== reserve) return;
      const { code, decimals } = registry.assets[asset]!;
      findings.push({
        name: `${code}: the reserve of ${feature} covers what it may owe`,
        ok: frozen === (owed.get(asset) ?? 0),
        figures: `${formatDecimal(frozen, decimals)} owed, ${formatDecimal(available, decimals)} free`,
      });
    });
  }
  return findings;
}

/** Frozen units and escrow accounts hold exactly what the features hold there. */
function holdings({ ledger, registry, featureList }: Audited): Finding[] {
  const held = { frozen: new Map<string, bigint>(), escrow: new Map<string, bigint>() };
  let count = 0;
  for (const { feature } of featureList)
    for (const { owner, wallet, asset, part, units } of feature.holds()) {
      const key = `${owner}/${wallet}/${asset}`;
      held[part].set(key, (held[part].get(key) ?? 0n) + BigInt(units));
      count++;
    }
  const wrong: string[] = [];
  const check = (key: string, units: number, causes: Map<string, bigint>): boolean => {
    const cause = causes.get(key) ?? 0n;
    causes.delete(key);
    if (BigInt(units) !== cause) wrong.push(`${key}: ${units}, causes ${cause}`);
    return BigInt(units) === cause;
  };
  const escrowOwners = new Set(featureList.flatMap(({ escrows }) => escrows));
  const escrows: Finding[] = [];
  ledger.forEach(({ owner, wallet, asset, available, frozen }) => {
    const key = `${owner}/${wallet}/${asset}`;
    check(key, frozen, held.frozen);
    if (!escrowOwners.has(owner) || wallet !== WALLET.house) return;
    const { code, decimals } = registry.assets[asset]!;
    escrows.push({
      name: `${code}: escrow ${owner} holds what is open`,
      ok: check(key, available, held.escrow),
      figures: formatDecimal(available, decimals),
    });
  });
  for (const [key, units] of [...held.frozen, ...held.escrow])
    if (units !== 0n) wrong.push(`${key}: 0, causes ${units}`);
  const frozen = {
    name: 'frozen and escrow equal their causes',
    ok: wrong.length === 0,
    figures: wrong.length === 0 ? `${count} causes` : wrong.slice(0, 5).join('; '),
  };
  return [frozen, ...escrows];
}
