/** Notifies owners of deposits, once each is credited. */
import { formatDecimal } from '@glasshouse/money';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import { readableAmount } from '../../contract/messages.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { Notifications } from '../../contract/product.ts';
import { chainName } from './rows.ts';
import type { FundingDepositsTable } from './tables.ts';

const WORDS = {
  title: defineText({ en: '{amount} credited', zh: '{amount} 已入账' }),
  tradable: defineText({
    en: 'It is in your exchange account, and you can trade with it now. It can be withdrawn once its block is final.',
    zh: '已存入币币账户，现可交易；区块最终确认后可提现。',
  }),
  view: defineText({ en: 'View the deposit', zh: '查看充值' }),
};

export const fundingNotifications: Notifications = {
  read: async ({ database, catalogue }, { afterSeq, untilSeq, limit }) => {
    const rows = await database.reads
      .selectFrom('funding_deposits')
      .selectAll()
      .where('owner', '>=', USER_OWNER_MIN)
      .where('changed_seq', '>', afterSeq)
      .where('changed_seq', '<=', untilSeq)
      // A deposit that a voucher asked for has the voucher's own message.
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('vouchers')
              .select('voucher_id')
              .whereRef('vouchers.user_id', '=', 'funding_deposits.owner')
              .whereRef('vouchers.txid', '=', 'funding_deposits.txid')
              .whereRef('vouchers.output', '=', 'funding_deposits.output')
              .where('vouchers.txid', '<>', ''),
          ),
        ),
      )
      .orderBy('changed_seq')
      .limit(limit)
      .execute();
    return rows.map((row) => {
      const { changed_seq: seq, owner } = row;
      return { seq, owner, message: messageOf(catalogue, row) };
    });
  },
};

function messageOf(catalogue: Catalogue, row: FundingDepositsTable): OwnerMessage {
  const { code, decimals } = catalogue.assetAt(row.asset);
  const units = formatDecimal(row.amount, decimals);
  const id = String(row.deposit_id);
  return {
    type: 'deposit',
    cause: `deposit:${id}`,
    title: inBothLanguages((language) =>
      WORDS.title(language, { amount: `${readableAmount(units)} ${code}` }),
    ),
    paragraphs: [inBothLanguages(WORDS.tradable)],
    facts: [
      { name: 'amount', type: 'amount', value: `${units} ${code}` },
      { name: 'network', value: chainName(row.chain) },
      ...(row.txid === '' ? [] : [{ name: 'transaction', type: 'code', value: row.txid } as const]),
      { name: 'time', type: 'time', value: String(row.credited_ms) },
    ],
    link: { label: inBothLanguages(WORDS.view), path: `/account/trade?type=4&tab=deposits&number=${id}` },
    canFreeze: false,
  };
}
