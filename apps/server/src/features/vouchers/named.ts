/** The transfers that reviewers have named for a voucher. */
import type { VoucherActName } from './tables.ts';

/** In the order in which they were done. */
export interface NamingAct {
  readonly act: VoucherActName;
  readonly operator: string;
  readonly approver: string;
  readonly detail: string;
}
export interface Named {
  readonly txid: string;
  readonly output: number;
  /** By the name that counts for an approval: the operator as the record has it. */
  readonly by: ReadonlyMap<string, string>;
}

/** Of an approval: the transaction, its output, and why. */
const NAMED = /^(\S+) (\d+)(?: ([^]*))?$/;

/** Those named since a credit was last refused, in their order. */
export function transfersNamed(acts: readonly NamingAct[]): readonly Named[] {
  const since = acts.slice(acts.findLastIndex(({ act }) => act === 'refuse') + 1);
  const named = new Map<string, { txid: string; output: number; by: Map<string, string> }>();
  for (const { act, operator, approver, detail } of since) {
    const [, txid, output] = (act === 'approve' ? NAMED.exec(detail) : null) ?? [];
    if (txid === undefined || output === undefined) continue;
    const transfer = named.get(`${txid} ${output}`) ?? { txid, output: Number(output), by: new Map() };
    transfer.by.set(approver, operator);
    named.set(`${txid} ${output}`, transfer);
  }
  return [...named.values()];
}

/** Who has named this transfer, by the names that count. */
export function namedBy(
  acts: readonly NamingAct[],
  { txid, output }: Pick<Named, 'txid' | 'output'>,
): ReadonlySet<string> {
  const found = transfersNamed(acts).find((one) => one.txid === txid && one.output === output);
  return new Set(found?.by.keys());
}
