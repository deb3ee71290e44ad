/** The calls of subscriptions. */
import { isRefusal, type Refusal, type RefusalName } from '@glasshouse/protocol';
import { readAmount } from '../../values/amounts.ts';
import { csvDownload, csvText, timeColumn, type CsvColumn } from '../../http/csv.ts';
import { listPages, readList } from '../../db/lists.ts';
import { Download, type FeatureHandlers, type Handler } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import { refuseLock } from '../../contract/locks.ts';
import { submitFor } from '../../contract/sequencer.ts';
import { Cancellable } from './cancellable.ts';
import { countSubscriptions, readLines, subscriptionsList } from './lists.ts';
import { Digests, LIST_COLUMNS, listLines } from './published-lists.ts';
import {
  allocationLineOf,
  isPublished,
  projectOf,
  projectRowOf,
  STATUSES,
  type subscriptionRowOf,
} from './rows.ts';

const UNKNOWN_PROJECT: Refusal = { error: 'subscription/unknown-project', field: 'project' };

export function subscriptionHandlers(parts: Ports): FeatureHandlers<'subscription'> {
  const digests = digestsOf(parts);
  const cancellable = new Cancellable(parts);
  const { database } = parts;
  return {
    'subscription/get-projects': getProjects(parts, { digests, cancellable }),
    'subscription/get-project': async ({ project: number }) => {
      const [project, units] = await parts.sequencer.read(
        () => [projectOf(parts.catalogue, number), cancellable.of(number)] as const,
      );
      if (project === undefined) return UNKNOWN_PROJECT;
      const digest = isPublished(project.phase) ? await digests.of(number) : null;
      return projectRowOf(parts, project, { cancellable: units, digest });
    },
    'subscription/subscribe': subscribe(parts),
    'subscription/cancel': cancel(parts),
    'subscription/get-subscriptions': async (input, { userId: owner }) => {
      const [page, counts] = await Promise.all([
        readList(database, subscriptionsList(parts, { owner, ...input })),
        countSubscriptions(database, owner),
      ]);
      return { ...page, counts: [...counts] };
    },
    'subscription/get-allocation': getAllocation(parts, digests),
    'subscription/export-allocation': exportAllocation(parts),
    'subscription/export-subscriptions': (input, { userId: owner }) =>
      csvDownload({
        kind: 'subscriptions',
        range: input,
        columns: COLUMNS,
        pages: listPages(database, {
          ...subscriptionsList(parts, { owner, ...input, pageNo: 1, pageSize: 1 }),
          request: input,
        }),
      }),
  };
}

const made = new WeakMap<object, Digests>();

/** The digests of a database: handlers and upkeep share one object. */
export function digestsOf(parts: Ports): Digests {
  const known = made.get(parts.database) ?? new Digests(parts);
  made.set(parts.database, known);
  return known;
}

function getProjects(
  parts: Ports,
  { digests, cancellable }: { readonly digests: Digests; readonly cancellable: Cancellable },
): Handler<'subscription/get-projects'> {
  const { sequencer, catalogue } = parts;
  return async () => {
    await digests.keepUp();
    return sequencer.read(() => ({
      list: [...catalogue.exchange.features.subscription.reportedProjects()]
        .sort((a, b) => a.project - b.project)
        .map((project) =>
          projectRowOf(parts, project, {
            cancellable: cancellable.of(project.project),
            digest: digests.known(project.project),
          }),
        ),
    }));
  };
}

function subscribe(parts: Ports): Handler<'subscription/subscribe'> {
  const { catalogue, sequencer } = parts;
  return async ({ project, amount: written, fundPassword }, caller) => {
    const known = catalogue.exchange.features.subscription.projects.get(project);
    if (known === undefined) return UNKNOWN_PROJECT;
    const amount = readAmount(written, {
      field: 'amount',
      decimals: catalogue.assetAt(known.market.quote).decimals,
      missing: 'subscription/amount-missing',
      tooPrecise: 'request/invalid',
      tooLarge: 'subscription/above-maximum',
    });
    if (isRefusal(amount)) return amount;
    const command = { type: 'subscribe', owner: caller.userId, project, amount } as const;
    const refused = await refuseLock(parts, caller, {
      refusal: () => catalogue.exchange.features.subscription.refusalOf(command, sequencer.nowMs()),
      fundPassword,
    });
    if (refused !== null) return { ...fieldOf(refused.error), ...refused };
    const outcome = await submitFor(sequencer, caller, command);
    return isRefusal(outcome) ? { ...outcome, ...fieldOf(outcome.error) } : { id: String(outcome.id) };
  };
}

function fieldOf(error: RefusalName): { readonly field?: string } {
  const ofAmount: readonly RefusalName[] = [
    'subscription/amount-missing',
    'subscription/below-minimum',
    'subscription/above-maximum',
    'wallet/insufficient-balance',
  ];
  if (ofAmount.includes(error)) return { field: 'amount' };
  return error === 'subscription/not-open' || error === 'subscription/project-full'
    ? { field: 'project' }
    : {};
}

function cancel({ sequencer }: Ports): Handler<'subscription/cancel'> {
  return async ({ id }, caller) => {
    const outcome = await submitFor(sequencer, caller, {
      type: 'cancel-subscription',
      owner: caller.userId,
      subscription: Number(id),
    });
    return isRefusal(outcome) ? { ...outcome, field: 'id' } : null;
  };
}

/** Why a project's list cannot be read; null if it is public. */
async function refuseList({ catalogue, sequencer }: Ports, number: number): Promise<Refusal | null> {
  const project = await sequencer.read(() => projectOf(catalogue, number));
  if (project === undefined) return UNKNOWN_PROJECT;
  return isPublished(project.phase) ? null : { error: 'subscription/not-published', field: 'project' };
}

function getAllocation(parts: Ports, digests: Digests): Handler<'subscription/get-allocation'> {
  const { database, catalogue } = parts;
  return async ({ project, cursor, pageSize }) => {
    const refusal = await refuseList(parts, project);
    if (refusal !== null) return refusal;
    const after = Number(cursor ?? 0);
    const [found, digest] = await Promise.all([
      readLines(database, { project, after, limit: pageSize + 1 }),
      digests.of(project),
    ]);
    const list = found.slice(0, pageSize).map((row) => allocationLineOf(catalogue, row));
    const total = catalogue.exchange.features.subscription.projects.get(project)!.subscribers;
    const nextCursor = found.length > pageSize ? list.at(-1)!.id : null;
    return { list, totalRow: total, sum: total, nextCursor, digest };
  };
}

/** The name of the file is that of the project: its content never changes. */
function exportAllocation(parts: Ports): Handler<'subscription/export-allocation'> {
  return async ({ project }) => {
    const refusal = await refuseList(parts, project);
    if (refusal !== null) return refusal;
    return new Download(`allocation_${project}.csv`, csvText(LIST_COLUMNS, listLines(parts, project)));
  };
}

const COLUMNS: readonly CsvColumn<ReturnType<typeof subscriptionRowOf>>[] = [
  timeColumn('subscribed', (row) => row.time),
  { name: 'id', of: (row) => row.id },
  { name: 'project', of: (row) => row.project },
  { name: 'coin', of: (row) => row.coin },
  { name: 'paid_with', of: (row) => row.currency },
  { name: 'amount', of: (row) => row.amount },
  { name: 'coins', of: (row) => row.coins },
  { name: 'cost', of: (row) => row.cost },
  { name: 'returned', of: (row) => row.returned },
  timeColumn('ended', (row) => row.endTime),
  { name: 'status', of: (row) => STATUSES[row.status] ?? null },
];
