/** What owners are told of orders with a fixed term: their end, in the words of each product. */
import { formatDecimal } from '@glasshouse/money';
import { inBothLanguages, type TextLanguage } from '@glasshouse/texts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { ChangesParts, ToldChanges } from '../../contract/product.ts';
import type { FixedTermSource } from './source.ts';
import type { FixedTermOrdersTable } from './tables.ts';

export interface FixedTermWords {
  /** Of an order by its status; null if this status is not told. */
  readonly title: (
    status: number,
  ) => ((language: TextLanguage, values: { readonly name: string }) => string) | null;
  readonly text: (status: number) => (language: TextLanguage) => string;
  readonly view: (language: TextLanguage) => string;
  readonly path: string;
}

export function fixedTermTold(source: FixedTermSource, words: FixedTermWords): ToldChanges {
  return {
    read: async (parts, { afterSeq, untilSeq, limit }) => {
      const rows = await parts.database.reads
        .selectFrom(source.orders)
        .selectAll()
        .where('owner', '>=', USER_OWNER_MIN)
        .where('status', '<>', 0)
        .where('changed_seq', '>', afterSeq)
        .where('changed_seq', '<=', untilSeq)
        .orderBy('changed_seq')
        .limit(limit)
        .execute();
      return rows.map((row) => {
        const { changed_seq: seq, owner } = row;
        return { seq, owner, message: messageOf(parts, row, { source, words }) };
      });
    },
  };
}

function messageOf(
  { catalogue, offerTexts }: ChangesParts,
  { order_id: order, offer, asset, amount, interest, status, ended_ms: endedMs }: FixedTermOrdersTable,
  { source, words }: { readonly source: FixedTermSource; readonly words: FixedTermWords },
): OwnerMessage | null {
  const title = words.title(status);
  if (title === null) return null;
  const { code, decimals } = catalogue.assetAt(asset);
  const units = (value: number): string => `${formatDecimal(value, decimals)} ${code}`;
  const texts = offerTexts.of(source.feature, offer);
  const name = inBothLanguages((language) => texts[language].name);
  return {
    type: 'product',
    cause: `${source.feature}:${order}:${status}`,
    title: inBothLanguages((language) => title(language, { name: name[language] })),
    paragraphs: [inBothLanguages(words.text(status))],
    facts: [
      { name: 'product', value: name },
      { name: 'principal', type: 'amount', value: units(amount) },
      { name: 'interest', type: 'amount', value: units(interest) },
      ...(endedMs === 0 ? [] : [{ name: 'time', type: 'time', value: String(endedMs) } as const]),
    ],
    link: { label: inBothLanguages(words.view), path: words.path },
    canFreeze: false,
  };
}
