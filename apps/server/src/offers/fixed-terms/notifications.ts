/** Notifies owners of the end of orders with a fixed term, in the words of each product. */
import { formatDecimal } from '@glasshouse/money';
import { numbersOf, type FixedTermStates } from '@glasshouse/protocol/fixed-term-states';
import { inBothLanguages, type TextLanguage } from '@glasshouse/texts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { ChangesParts, Notifications } from '../../contract/product.ts';
import { notifications } from '../../contract/notifications.ts';
import type { FixedTermSource } from './source.ts';
import type { FixedTermOrdersTable } from './tables.ts';

/** The message about an order that has reached a state. */
interface StateMessage {
  readonly title: (language: TextLanguage, values: { readonly name: string }) => string;
  readonly text: (language: TextLanguage) => string;
}

export interface FixedTermWords<State extends string = string> {
  /** The message for each state that owners are notified of. */
  readonly when: { readonly [S in State]?: StateMessage };
  readonly view: (language: TextLanguage) => string;
  readonly path: string;
}

interface NotificationParts {
  readonly source: FixedTermSource;
  readonly said: StateMessage | undefined;
}

export function fixedTermNotifications(
  source: FixedTermSource,
  states: FixedTermStates,
  words: FixedTermWords,
): Notifications {
  const numbers = numbersOf(states);
  const said = new Map(Object.entries(words.when).map(([name, each]) => [numbers[name], each]));
  return notifications(
    (reads) => reads.selectFrom(source.orders).selectAll().where('status', '<>', 0),
    (parts, row) => messageOf(parts, row, { ...words, source, said: said.get(row.status) }),
  );
}

function messageOf(
  { catalogue, offerTexts }: ChangesParts,
  { order_id: order, offer, asset, amount, interest, status, ended_ms: endedMs }: FixedTermOrdersTable,
  { source, said, view, path }: Omit<FixedTermWords, 'when'> & NotificationParts,
): OwnerMessage | null {
  if (said === undefined) return null;
  const { code, decimals } = catalogue.assetAt(asset);
  const units = (value: number): string => `${formatDecimal(value, decimals)} ${code}`;
  const texts = offerTexts.of(source.feature, offer);
  const name = inBothLanguages((language) => texts[language].name);
  return {
    type: 'product',
    cause: `${source.feature}:${order}:${status}`,
    title: inBothLanguages((language) => said.title(language, { name: name[language] })),
    paragraphs: [inBothLanguages(said.text)],
    facts: [
      { name: 'product', value: name },
      { name: 'principal', type: 'amount', value: units(amount) },
      { name: 'interest', type: 'amount', value: units(interest) },
      ...(endedMs === 0 ? [] : [{ name: 'time', type: 'time', value: String(endedMs) } as const]),
    ],
    link: { label: inBothLanguages(view), path },
    canFreeze: false,
  };
}
